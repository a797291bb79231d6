using System.Globalization;

namespace Fathom.Schema.Compiler.Parsing;

/// <summary>Goes through the tokens of a file.</summary>
/// <param name="tokens">The tokens, the last of them the end.</param>
internal sealed class TokenReader(IReadOnlyList<ProtoToken> tokens)
{
    private int _at;

    /// <summary>The next token.</summary>
    public ProtoToken Current => tokens[_at];

    /// <summary>Where it stands.</summary>
    public ProtoPlace Place => Current.Place;

    /// <summary>The token after the next.</summary>
    public ProtoToken Following => tokens[Math.Min(_at + 1, tokens.Count - 1)];

    /// <summary>Whether the next token is this word or symbol.</summary>
    public bool Is(string text) => Current.Kind is ProtoTokenKind.Name or ProtoTokenKind.Symbol && Current.Text == text;

    /// <summary>Passes this word or symbol, if it is next.</summary>
    public bool Take(string text)
    {
        if (!Is(text))
        {
            return false;
        }

        _at++;
        return true;
    }

    /// <summary>Passes the next token.</summary>
    public ProtoToken Next() => Current.Kind == ProtoTokenKind.End ? throw Unexpected("more") : tokens[_at++];

    /// <summary>Passes this word or symbol.</summary>
    /// <exception cref="ProtoSyntaxException">Another is next.</exception>
    public void Expect(string text)
    {
        if (!Take(text))
        {
            throw Unexpected($"'{text}'");
        }
    }

    /// <summary>Passes a name.</summary>
    public string Name() => Current.Kind == ProtoTokenKind.Name ? Next().Text : throw Unexpected("a name");

    /// <summary>Passes a name of names with dots between; blanks may be around them.</summary>
    /// <param name="mayBeAbsolute">Whether a dot may be in front.</param>
    public string DottedName(bool mayBeAbsolute)
    {
        var name = (mayBeAbsolute && Take(".") ? "." : "") + Name();
        while (Take("."))
        {
            name += "." + Name();
        }

        return name;
    }

    /// <summary>Passes a string, which may be written as several.</summary>
    public byte[] Text()
    {
        if (Current.Kind != ProtoTokenKind.Text)
        {
            throw Unexpected("a string");
        }

        byte[] bytes = [];
        while (Current.Kind == ProtoTokenKind.Text)
        {
            bytes = [.. bytes, .. Next().Bytes!];
        }

        return bytes;
    }

    /// <summary>Passes a whole number, with a minus where that is in range.</summary>
    public Int128 Integer(Int128 least, Int128 most)
    {
        var place = Place;
        var isNegative = least < 0 && Take("-");
        if (Current.Kind != ProtoTokenKind.Integer)
        {
            throw Unexpected("a whole number");
        }

        var value = Value(Current.Text) * (isNegative ? -1 : 1);
        return value < least || value > most
            ? throw new ProtoSyntaxException(place, $"{Current.Shown} is out of range; accepted: {least} to {most}")
            : Passed(value);
    }

    /// <summary>What a message of this place says.</summary>
    public ProtoSyntaxException Unexpected(string accepted) => new(Place, $"{Current.Shown} is not expected; accepted: {accepted}");

    /// <summary>The value of a whole number; beyond 64 bits the largest.</summary>
    public static Int128 Value(string text) => text switch
    {
        ['0', 'x' or 'X', .. var hex] => UInt128.TryParse(hex, NumberStyles.HexNumber, CultureInfo.InvariantCulture, out var value)
            ? (Int128)UInt128.Min(value, (UInt128)Int128.MaxValue) : Int128.MaxValue,
        ['0', .. { Length: > 0 } octal] => octal.Aggregate(Int128.Zero, (value, digit) =>
            value > ulong.MaxValue ? value : (value * 8) + (digit - '0')),
        _ => Int128.TryParse(text, CultureInfo.InvariantCulture, out var value) ? value : Int128.MaxValue,
    };

    private Int128 Passed(Int128 value)
    {
        _at++;
        return value;
    }
}
