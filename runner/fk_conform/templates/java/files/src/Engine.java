import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** {{name}}: answers questions about The Forty Kings, a request a line and an answer a line. */
public final class Engine {
    private static final int MALFORMED = -32602;
    private static final int NO_SUCH_METHOD = -32601;
    private static final int NO_JSON = -32700;

    private static final Map<String, Function<Map<?, ?>, Object>> METHODS =
            Map.of("initialize", Engine::initialize, "judge_trick", Rules::judgeTrick);

    private Engine() {}

    public static void main(String[] words) throws IOException {
        var requests = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        var answers = new PrintStream(System.out, false, UTF_8);
        for (var line = requests.readLine(); line != null; line = requests.readLine()) {
            answers.print(Json.write(answer(line)) + "\n");
            answers.flush(); // whoever asked waits for it
        }
    }

    /** The answer to the request in a line. */
    private static Map<String, Object> answer(String line) {
        var answer = new LinkedHashMap<String, Object>();
        answer.put("jsonrpc", "2.0");
        answer.put("id", null);
        try {
            var request = (Map<?, ?>) Json.read(line);
            answer.put("id", request.get("id"));
            var name = String.valueOf(request.get("method"));
            if (METHODS.containsKey(name)) {
                answer.put("result", METHODS.get(name).apply(members(request.get("params"))));
            } else {
                answer.put("error", error(NO_SUCH_METHOD, name + " is not offered"));
            }
        } catch (Malformed malformed) {
            answer.put("error", error(MALFORMED, malformed.getMessage()));
        } catch (Json.NoJson noJson) {
            answer.put("error", error(NO_JSON, noJson.getMessage()));
        }
        return answer;
    }

    /** Who this is, what it can be asked, and which readings it follows: as long as none is named, the defaults. */
    private static Object initialize(Map<?, ?> params) {
        return Map.of(
                "engine", Map.of("name", "{{name}}", "version", "0.1.0"),
                "protocol", 1,
                "methods", List.copyOf(METHODS.keySet()),
                "readings", Map.of());
    }

    private static Map<?, ?> members(Object params) {
        if (params instanceof Map<?, ?> members) {
            return members;
        }
        throw new Malformed("params: expected an object");
    }

    private static Object error(int code, String message) {
        return Map.of("code", code, "message", message);
    }
}
