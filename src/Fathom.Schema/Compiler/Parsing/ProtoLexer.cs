namespace Fathom.Schema.Compiler.Parsing;

/// <summary>Cuts a .proto file into tokens (protobuf's specification, "Lexical Elements").</summary>
/// <param name="text">The file.</param>
internal sealed class ProtoLexer(string text)
{
    private const int TabWidth = 8;

    private int _at;
    private int _line = 1;
    private int _column = 1;

    private char Current => _at < text.Length ? text[_at] : '\0';

    private char Following => _at + 1 < text.Length ? text[_at + 1] : '\0';

    private ProtoPlace Place => new(_line, _column);

    /// <summary>All tokens, the last of them the end.</summary>
    /// <exception cref="ProtoSyntaxException">A string or comment has no end, or a character belongs to no token.</exception>
    public static List<ProtoToken> Read(string text)
    {
        var lexer = new ProtoLexer(text.StartsWith('\uFEFF') ? text[1..] : text);
        var tokens = new List<ProtoToken>();
        do
        {
            tokens.Add(lexer.Next());
        }
        while (tokens[^1].Kind != ProtoTokenKind.End);

        return tokens;
    }

    private ProtoToken Next()
    {
        SkipSpace();
        var (place, start) = (Place, _at);
        if (_at == text.Length)
        {
            return new(ProtoTokenKind.End, "", place);
        }

        if (IsLetter(Current))
        {
            Take(IsWord);
            return new(ProtoTokenKind.Name, text[start.._at], place);
        }

        if (char.IsAsciiDigit(Current) || (Current == '.' && char.IsAsciiDigit(Following)))
        {
            return Number(place);
        }

        if (Current is '"' or '\'')
        {
            return Text(place);
        }

        if (Current is < ' ' or > '~')
        {
            throw new ProtoSyntaxException(place, $"the character U+{(int)Current:X4} belongs in a string or a comment");
        }

        Step();
        return new(ProtoTokenKind.Symbol, text[start.._at], place);
    }

    private ProtoToken Number(ProtoPlace place)
    {
        var (start, kind) = (_at, ProtoTokenKind.Integer);
        if (Current == '0' && Following is 'x' or 'X')
        {
            Step();
            Step();
            Take(char.IsAsciiHexDigit);
        }
        else
        {
            Take(char.IsAsciiDigit);
            if (Current == '.')
            {
                (kind, _) = (ProtoTokenKind.Number, Step());
                Take(char.IsAsciiDigit);
            }

            if (Current is 'e' or 'E')
            {
                (kind, _) = (ProtoTokenKind.Number, Step());
                if (Current is '+' or '-')
                {
                    Step();
                }

                Take(char.IsAsciiDigit);
            }
        }

        var number = text[start.._at];
        var isOctal = kind == ProtoTokenKind.Integer && number is ['0', not ('x' or 'X'), ..];
        var isWhole = char.IsAsciiHexDigit(number[^1]) || number[^1] == '.';
        return IsWord(Current) || Current == '.' || !isWhole || (isOctal && number.AsSpan().ContainsAny('8', '9'))
            ? throw new ProtoSyntaxException(place, $"'{Faults.Shown.Short(number + Current)}' is not a number")
            : new(kind, number, place);
    }

    private ProtoToken Text(ProtoPlace place)
    {
        var (start, quote) = (_at, Step());
        while (Current != quote)
        {
            if (_at >= text.Length || Current is '\n' or '\0')
            {
                throw new ProtoSyntaxException(place, "the string has no end on this line");
            }

            if (Step() == '\\')
            {
                Step();
            }
        }

        Step();
        return new(ProtoTokenKind.Text, text[start.._at], place, ProtoEscapes.Read(text[(start + 1)..(_at - 1)], place));
    }

    private void SkipSpace()
    {
        while (_at < text.Length)
        {
            if (Current is ' ' or '\t' or '\n' or '\r' or '\v' or '\f')
            {
                Step();
            }
            else if (Current == '/' && Following == '/')
            {
                Take(c => c != '\n');
            }
            else if (Current == '/' && Following == '*')
            {
                SkipComment();
            }
            else
            {
                return;
            }
        }
    }

    private void SkipComment()
    {
        var place = Place;
        Step();
        Step();
        while (!(Current == '*' && Following == '/'))
        {
            if (_at >= text.Length)
            {
                throw new ProtoSyntaxException(place, "the comment has no end");
            }

            Step();
        }

        Step();
        Step();
    }

    private void Take(Func<char, bool> belongs)
    {
        while (_at < text.Length && belongs(Current))
        {
            Step();
        }
    }

    private char Step()
    {
        var passed = Current;
        (_line, _column) = passed switch
        {
            '\n' => (_line + 1, 1),
            '\t' => (_line, _column + TabWidth - ((_column - 1) % TabWidth)),
            _ => (_line, _column + 1),
        };
        _at++;
        return passed;
    }

    private static bool IsLetter(char c) => char.IsAsciiLetter(c) || c == '_';

    private static bool IsWord(char c) => IsLetter(c) || char.IsAsciiDigit(c);
}
