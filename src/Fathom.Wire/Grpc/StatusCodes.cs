using System.Globalization;

namespace Fathom.Wire.Grpc;

/// <summary>Text forms of <see cref="StatusCode"/>: the canonical names and the digits of <c>grpc-status</c>.</summary>
public static class StatusCodes
{
    private static readonly string[] Names =
    [
        "OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS",
        "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE",
        "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED",
    ];

    private static readonly string[] Digits =
        [.. Enumerable.Range(0, Names.Length).Select(code => code.ToString(CultureInfo.InvariantCulture))];

    /// <summary>The canonical name, for example <c>UNAVAILABLE</c>; a code gRPC does not define gives its number.</summary>
    public static string CanonicalName(this StatusCode code) =>
        IsDefined((int)code) ? Names[(int)code] : ((int)code).ToString(CultureInfo.InvariantCulture);

    /// <summary>The value of <c>grpc-status</c>, for example <c>14</c>.</summary>
    public static string WireValue(this StatusCode code) =>
        IsDefined((int)code) ? Digits[(int)code] : ((int)code).ToString(CultureInfo.InvariantCulture);

    /// <summary>Reads a canonical name, letter case aside; false for anything else.</summary>
    public static bool TryParseName(string? name, out StatusCode code)
    {
        var index = Array.FindIndex(Names, known => known.Equals(name, StringComparison.OrdinalIgnoreCase));
        code = index < 0 ? StatusCode.Unknown : (StatusCode)index;
        return index >= 0;
    }

    /// <summary>
    /// Reads <c>grpc-status</c>. False when it is not a whole number; a number gRPC does not define reads as
    /// <see cref="StatusCode.Unknown"/>, as statuscodes.md asks of a client that does not know a code.
    /// </summary>
    public static bool TryParseWire(string? value, out StatusCode code)
    {
        code = StatusCode.Unknown;
        if (!int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var number))
        {
            return false;
        }

        if (IsDefined(number))
        {
            code = (StatusCode)number;
        }

        return true;
    }

    private static bool IsDefined(int code) => (uint)code < (uint)Names.Length;
}
