using System.Globalization;

namespace Fathom.Records.Words;

/// <summary>Figures as sentences show them: three significant digits and a unit that fits.</summary>
public static class FigureText
{
    private const double Kibi = 1 << 10;
    private const double Mebi = 1 << 20;

    /// <summary>Milliseconds as <c>9.43 s</c>, <c>111 ms</c> or <c>420 µs</c>.</summary>
    public static string Duration(double milliseconds) => Amount.Show(milliseconds, "ms");

    /// <summary>Microseconds as <c>1.75 ms</c> or <c>20 µs</c>.</summary>
    public static string DurationOfMicroseconds(double microseconds) => Amount.Show(microseconds, "us");

    /// <summary>Bytes as <c>10 MiB</c> or <c>64 KiB</c> where they are a whole number of these, else with all their digits:
    /// <c>4,104 bytes</c>.</summary>
    public static string Size(double bytes) =>
        bytes >= Mebi && bytes % Mebi == 0 ? $"{Whole(bytes / Mebi)} MiB"
        : bytes >= Kibi && bytes % Kibi == 0 ? $"{Whole(bytes / Kibi)} KiB"
        : $"{Whole(bytes)} bytes";

    /// <summary>A number without a fraction, with all its digits: a known size, a count.</summary>
    public static string Whole(double value) => value.ToString("#,0", CultureInfo.InvariantCulture);

    /// <summary>A count of things, one of them as a word: <c>one processor</c>, <c>1.5 processors</c>.</summary>
    public static string Count(double count, string thing) =>
        count == 1 ? $"one {thing}" : $"{(double.IsInteger(count) ? Whole(count) : Number(count))} {thing}s";

    /// <summary>A number with three significant digits.</summary>
    public static string Number(double value) => Amount.Number(value);
}
