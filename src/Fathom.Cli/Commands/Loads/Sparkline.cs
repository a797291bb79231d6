namespace Fathom.Cli.Commands.Loads;

/// <summary>A line of bars, one character each: the latest values, from zero to the highest of them.</summary>
internal static class Sparkline
{
    private const string Bars = "▁▂▃▄▅▆▇█";
    private const int Latest = 30;

    public static string Of(IEnumerable<double> values)
    {
        double[] latest = [.. values.TakeLast(Latest)];
        var highest = latest.DefaultIfEmpty(0).Max();
        return string.Concat(latest.Select(v => Bars[highest > 0 ? (int)Math.Round(Math.Max(0, v) / highest * (Bars.Length - 1)) : 0]));
    }
}
