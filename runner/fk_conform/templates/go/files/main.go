// {{name}} answers questions about The Forty Kings, a request a line and an answer a line.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
)

const (
	codeMalformed    = -32602
	codeNoSuchMethod = -32601
	codeNoJSON       = -32700
)

type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

type answer struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result,omitempty"`
	Error   *failure        `json:"error,omitempty"`
}

type failure struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// A method makes a result of the params of a request, or says that they are malformed.
type method func(params json.RawMessage) (any, error)

var methods = map[string]method{
	"judge_trick": judgeTrick,
}

// initialize says who this is, what it can be asked, and which readings it follows: as long as none is named, the
// defaults.
func initialize() any {
	offered := []string{}
	for name := range methods {
		offered = append(offered, name)
	}
	return map[string]any{
		"engine":   map[string]string{"name": "{{name}}", "version": "0.1.0"},
		"protocol": 1,
		"methods":  offered,
		"readings": map[string]string{},
	}
}

// reply is the answer to the request in a line.
func reply(line []byte) answer {
	var asked request
	if err := json.Unmarshal(line, &asked); err != nil {
		return answer{Version: "2.0", Error: &failure{codeNoJSON, err.Error()}}
	}
	result, failed := ruling(asked)
	return answer{Version: "2.0", ID: asked.ID, Result: result, Error: failed}
}

func ruling(asked request) (any, *failure) {
	if asked.Method == "initialize" {
		return initialize(), nil
	}
	rule, offered := methods[asked.Method]
	if !offered {
		return nil, &failure{codeNoSuchMethod, fmt.Sprintf("%s is not offered", asked.Method)}
	}
	result, err := rule(asked.Params)
	if err != nil {
		return nil, &failure{codeMalformed, err.Error()}
	}
	return result, nil
}

func main() {
	log.SetFlags(0)
	// Neither holds an answer back: the encoder writes each as a whole line, and os.Stdout has no buffer.
	answers := json.NewEncoder(os.Stdout)
	requests := bufio.NewReader(os.Stdin)
	for {
		line, err := requests.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return
		}
		if err == nil {
			err = answers.Encode(reply(line))
		}
		if err != nil {
			log.Fatal(err)
		}
	}
}
