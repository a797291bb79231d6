using System.Globalization;

namespace Fathom.Wire.Grpc;

/// <summary>Text forms of <see cref="StatusCode"/>: the canonical names and the values of <c>grpc-status</c>.</summary>
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

    /// <summary>Returns the canonical name, such as <c>UNAVAILABLE</c>, or the number of a code that gRPC does not define.</summary>
    public static string CanonicalName(this StatusCode code) =>
        IsDefined((int)code) ? Names[(int)code] : ((int)code).ToString(CultureInfo.InvariantCulture);

    /// <summary>Returns the value of <c>grpc-status</c>, such as <c>14</c>.</summary>
    public static string WireValue(this StatusCode code) =>
        IsDefined((int)code) ? Digits[(int)code] : ((int)code).ToString(CultureInfo.InvariantCulture);

    /// <summary>Parses a canonical name, ignoring case.</summary>
    /// <returns>False for any other text; <paramref name="code"/> is then <see cref="StatusCode.Unknown"/>.</returns>
    public static bool TryParseName(string? name, out StatusCode code)
    {
        var index = Array.FindIndex(Names, known => known.Equals(name, StringComparison.OrdinalIgnoreCase));
        code = index < 0 ? StatusCode.Unknown : (StatusCode)index;
        return index >= 0;
    }

    /// <summary>
    /// Parses the value of <c>grpc-status</c>. A number that gRPC does not define is <see cref="StatusCode.Unknown"/>, as statuscodes.md
    /// requires.
    /// </summary>
    /// <returns>False when the value is not a whole number.</returns>
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
