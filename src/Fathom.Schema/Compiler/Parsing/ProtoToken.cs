namespace Fathom.Schema.Compiler.Parsing;

/// <summary>What a token is.</summary>
internal enum ProtoTokenKind
{
    /// <summary>A name or a word of the language.</summary>
    Name,

    /// <summary>A whole number: decimal, hexadecimal or octal.</summary>
    Integer,

    /// <summary>A number with a point or an exponent.</summary>
    Number,

    /// <summary>A string, whose bytes are without escapes.</summary>
    Text,

    /// <summary>One character.</summary>
    Symbol,

    /// <summary>The end of the file.</summary>
    End,
}

/// <summary>Where something stands in a file. Lines and columns count from 1, and a tab ends at a multiple of eight, as in protoc's
/// messages.</summary>
internal readonly record struct ProtoPlace(int Line, int Column);

/// <summary>A token of a .proto file.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Text">As it is written.</param>
/// <param name="Place">Where it begins.</param>
/// <param name="Bytes">The bytes of a string.</param>
internal sealed record ProtoToken(ProtoTokenKind Kind, string Text, ProtoPlace Place, byte[]? Bytes = null)
{
    /// <summary>The token as a message names it.</summary>
    public string Shown => Kind == ProtoTokenKind.End ? "the end of the file" : $"'{Faults.Shown.Short(Text)}'";
}

/// <summary>A file that is not as the language wants it.</summary>
/// <param name="place">Where.</param>
/// <param name="message">What was found, and what is accepted.</param>
internal sealed class ProtoSyntaxException(ProtoPlace place, string message) : Exception(message)
{
    /// <summary>Where.</summary>
    public ProtoPlace Place { get; } = place;
}
