using System.Buffers;

namespace Fathom.Wire.Hpack;

/// <summary>Whether a name and value are valid in an HTTP/2 message (RFC 9113 section 8.2.1).</summary>
internal enum FieldSyntax : byte
{
    /// <summary>The name and the value are valid.</summary>
    Valid = 0,
    /// <summary>The name is empty, or contains an upper-case letter, a control or non-ASCII byte, a space, or a colon after the first
    /// byte.</summary>
    InvalidName,
    /// <summary>The value contains NUL, LF or CR, or starts or ends with a space or tab.</summary>
    InvalidValue,
}

/// <summary>Validates fields (RFC 9113 section 8.2.1).</summary>
internal static class FieldSyntaxRules
{
    private static readonly SearchValues<byte> NameBytes = SearchValues.Create(AllowedNameBytes());
    private static readonly SearchValues<byte> ForbiddenInValue = SearchValues.Create([0x00, 0x0a, 0x0d]);

    /// <summary>Validates the name and value of one field.</summary>
    public static FieldSyntax Check(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value) =>
        !IsName(name) ? FieldSyntax.InvalidName : IsValue(value) ? FieldSyntax.Valid : FieldSyntax.InvalidValue;

    private static bool IsName(ReadOnlySpan<byte> name)
    {
        if (name.Length > 0 && name[0] == (byte)':')
        {
            name = name[1..];
        }

        return name.Length > 0 && !name.ContainsAnyExcept(NameBytes);
    }

    private static bool IsValue(ReadOnlySpan<byte> value) =>
        value.Length == 0 || (!IsBlank(value[0]) && !IsBlank(value[^1]) && !value.ContainsAny(ForbiddenInValue));

    private static bool IsBlank(byte b) => b is (byte)' ' or (byte)'\t';

    private static byte[] AllowedNameBytes() =>
        [.. Enumerable.Range(0x21, 0x7f - 0x21).Where(b => b is not ((>= 'A' and <= 'Z') or ':')).Select(b => (byte)b)];
}
