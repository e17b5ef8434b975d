import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON, as much of it as an engine needs: Map, List, String, BigDecimal, Boolean and null. */
public final class Json {
    /** What is nested deeper is not read. */
    private static final int DEEPEST = 500;

    private final String text;
    private int at;
    private int depth;

    private Json(String text) {
        this.text = text;
    }

    /** A text is no JSON. */
    public static final class NoJson extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NoJson(String message) {
            super(message);
        }
    }

    public static Object read(String text) {
        var reader = new Json(text);
        var value = reader.value();
        reader.space();
        if (reader.at < text.length()) {
            throw reader.fails("something follows the value");
        }
        return value;
    }

    public static String write(Object value) {
        var out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(Object value, StringBuilder out) {
        if (value instanceof Map<?, ?> members) {
            var comma = "";
            out.append('{');
            for (var member : members.entrySet()) {
                out.append(comma);
                writeString((String) member.getKey(), out);
                out.append(':');
                write(member.getValue(), out);
                comma = ",";
            }
            out.append('}');
        } else if (value instanceof List<?> values) {
            var comma = "";
            out.append('[');
            for (var each : values) {
                out.append(comma);
                write(each, out);
                comma = ",";
            }
            out.append(']');
        } else if (value instanceof String string) {
            writeString(string, out);
        } else {
            out.append(value);
        }
    }

    private static void writeString(String string, StringBuilder out) {
        out.append('"');
        for (var letter : string.toCharArray()) {
            if (letter == '"' || letter == '\\') {
                out.append('\\').append(letter);
            } else if (letter < ' ' || Character.isSurrogate(letter)) {
                out.append(String.format("\\u%04x", (int) letter));
            } else {
                out.append(letter);
            }
        }
        out.append('"');
    }

    private NoJson fails(String why) {
        return new NoJson(why + " at character " + at);
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private boolean skip(char letter) {
        if (at < text.length() && text.charAt(at) == letter) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(char letter) {
        if (!skip(letter)) {
            throw fails("expected " + letter);
        }
    }

    private void space() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private Object value() {
        space();
        return switch (peek()) {
            case '{' -> object();
            case '[' -> list();
            case '"' -> string();
            case 'n' -> word("null", null);
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            default -> number();
        };
    }

    private void open() {
        if (++depth > DEEPEST) {
            throw fails("nested too deep");
        }
        at++;
        space();
    }

    private Map<String, Object> object() {
        open();
        var members = new LinkedHashMap<String, Object>();
        if (!skip('}')) {
            do {
                space();
                var name = string();
                space();
                expect(':');
                members.put(name, value());
                space();
            } while (skip(','));
            expect('}');
        }
        depth--;
        return members;
    }

    private List<Object> list() {
        open();
        var values = new ArrayList<Object>();
        if (!skip(']')) {
            do {
                values.add(value());
                space();
            } while (skip(','));
            expect(']');
        }
        depth--;
        return values;
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) {
            throw fails("expected a value");
        }
        at += word.length();
        return value;
    }

    private BigDecimal number() {
        var start = at;
        skip('-');
        if (!skip('0')) {
            digits();
        }
        if (skip('.')) {
            digits();
        }
        if (skip('e') || skip('E')) {
            if (!skip('+')) {
                skip('-');
            }
            digits();
        }
        try {
            return new BigDecimal(text.substring(start, at));
        } catch (NumberFormatException beyondAllUse) {
            throw fails("a number that is too large");
        }
    }

    private void digits() {
        var start = at;
        while (peek() >= '0' && peek() <= '9') {
            at++;
        }
        if (at == start) {
            throw fails("expected a value");
        }
    }

    private String string() {
        expect('"');
        var string = new StringBuilder();
        while (!skip('"')) {
            if (peek() < ' ') {
                throw fails("a string does not end");
            }
            var letter = text.charAt(at++);
            string.append(letter == '\\' ? escape() : letter);
        }
        return string.toString();
    }

    private char escape() {
        var letter = peek();
        at++;
        return switch (letter) {
            case '"', '\\', '/' -> letter;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> throw fails("there is no such escape");
        };
    }

    private char unicode() {
        var end = Math.min(at + 4, text.length());
        var digits = text.substring(at, end);
        if (!digits.matches("[0-9a-fA-F]{4}")) {
            throw fails("expected four hexadecimal digits");
        }
        at = end;
        return (char) Integer.parseInt(digits, 16);
    }
}
