using System.Globalization;
using Fathom.Records.Words;
using Fathom.Load.Counting;

namespace Fathom.Cli.Commands.Loads;

/// <summary>Progress of a run: one live line on a terminal, plain lines in a pipe, nothing with <c>--quiet</c>.</summary>
internal sealed class LoadProgress : IDisposable
{
    // A log of an hour stays short.
    private const int EachOfTheFirst = 10;

    private readonly FathomConsole? _console;
    private int _shown;

    private LoadProgress(FathomConsole? console) => _console = console;

    public static LoadProgress For(FathomConsole console, bool quiet) => new(quiet ? null : console);

    /// <summary>Shows the seconds that are complete.</summary>
    public void Show(IReadOnlyList<SecondFigures> seconds)
    {
        if (_console is null || seconds.Count == 0)
        {
            return;
        }

        if (_console.ErrorIsTerminal)
        {
            var line = $"{Line(seconds[^1])}  {Sparkline.Of(seconds.Select(s => (double)s.Calls))}";
            var width = Math.Max(20, _console.Progress().Profile.Width - 1);
            _console.ClearLine();
            _console.Error.Write(line.Length > width ? line[..width] : line);
            _console.Error.Flush();
            return;
        }

        for (; _shown < seconds.Count; _shown++)
        {
            if (_shown < EachOfTheFirst || _shown % EachOfTheFirst == 0)
            {
                _console.Error.WriteLine(Line(seconds[_shown]));
            }
        }
    }

    public void Dispose()
    {
        if (_console is { ErrorIsTerminal: true })
        {
            _console.ClearLine();
            _console.Error.Flush();
        }
    }

    private static string Line(SecondFigures second) => string.Create(CultureInfo.InvariantCulture,
        $"{second.Second + 1,4} s  {second.Calls,9:#,0} calls/s  p50 {Time(second.P50)}  p99 {Time(second.P99)}  "
        + $"{Messages(second.Messages)}{second.Failed:#,0} failed");

    private static string Messages(long received) =>
        received > 0 ? string.Create(CultureInfo.InvariantCulture, $"{received:#,0} messages/s  ") : "";

    private static string Time(double? nanoseconds) => nanoseconds is { } value ? Amount.Show(value / 1e3, "us") : "-";
}
