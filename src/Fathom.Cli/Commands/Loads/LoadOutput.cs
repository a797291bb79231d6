using System.Globalization;
using Fathom.Cli.Rendering;
using Fathom.Cli.Rendering.Judgements;
using Fathom.Records.Loads;
using Spectre.Console;

namespace Fathom.Cli.Commands.Loads;

/// <summary>Writes a record to standard output in the form that was asked for.</summary>
internal static class LoadOutput
{
    private const int LabelWidth = 10;

    public static void Write(FathomConsole console, LoadRecord record, string form, string paths)
    {
        var judgement = LoadJudgement.Of(record);
        if (form is "json" or "junit")
        {
            Summary(console.Progress(), record, paths);
        }

        switch (form)
        {
            case "junit":
                console.Out.Write(JUnitText.Of(judgement));
                break;
            case "json":
                console.Out.Write(System.Text.Encoding.UTF8.GetString(LoadRecordJson.Serialize(record)));
                break;
            case "csv":
                Csv(console.Out, record);
                break;
            case "prometheus":
                Prometheus(console.Out, record);
                break;
            default:
                Summary(console.Results(), record, paths);
                break;
        }

        StepSummary.AppendIfAsked(console, judgement);
    }

    private static void Summary(IAnsiConsole console, LoadRecord record, string paths)
    {
        foreach (var (label, text) in LoadSummary.Of(record, paths))
        {
            var lines = TextLayout.Wrap(text, LabelWidth, TextLayout.WidthOf(console)).ToList();
            console.Write(label.PadRight(LabelWidth), label == "INVALID" ? new Style(Color.Red) : new Style(decoration: Decoration.Dim));
            foreach (var (index, line) in lines.Index())
            {
                console.WriteLine(index == 0 ? line[LabelWidth..] : line);
            }
        }
    }

    private static void Csv(TextWriter output, LoadRecord record)
    {
        output.WriteLine("second,calls,failed,p50_us,p99_us,max_us,messages");
        foreach (var s in record.Seconds)
        {
            output.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"{s.Second},{s.Calls},{s.Failed},{s.P50Us},{s.P99Us},{s.MaxUs},{s.Messages}"));
        }
    }

    // Prometheus text format 0.0.4.
    private static void Prometheus(TextWriter output, LoadRecord record)
    {
        output.WriteLine("# TYPE fathom_load_calls_total counter");
        foreach (var (status, count) in record.Outcomes)
        {
            output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"fathom_load_calls_total{{status=\"{status}\"}} {count}"));
        }

        if (record.Methods is { } methods)
        {
            output.WriteLine("# TYPE fathom_load_method_calls_total counter");
            foreach (var (call, status, count) in methods.SelectMany(m => m.Outcomes.Select(o => (m.Call, o.Key, o.Value))))
            {
                output.WriteLine(string.Create(CultureInfo.InvariantCulture,
                    $"fathom_load_method_calls_total{{method=\"{call}\",status=\"{status}\"}} {count}"));
            }
        }

        output.WriteLine("# TYPE fathom_load_valid gauge");
        output.WriteLine($"fathom_load_valid {(record.Valid ? 1 : 0)}");
        foreach (var (name, figure) in record.Figures)
        {
            // Base units, as Prometheus names them.
            var (unit, factor) = figure.Unit switch { "us" => ("_seconds", 1e-6), "s" => ("_seconds", 1.0), _ => ("", 1.0) };
            output.WriteLine($"# TYPE fathom_load_{name}{unit} gauge");
            output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"fathom_load_{name}{unit} {figure.Value * factor:R}"));
        }
    }
}
