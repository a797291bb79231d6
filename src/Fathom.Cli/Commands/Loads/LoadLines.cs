using System.Buffers;
using System.Text;
using System.Text.Json;
using Fathom.Records.Loads;
using Fathom.Load.Counting;
using Fathom.Load.Grpc.Calls;

namespace Fathom.Cli.Commands.Loads;

/// <summary><c>--output jsonl</c>: a line of JSON for each second of a run, when the second is complete, and one at the end. For programs
/// that follow a run, such as the Locust user in deploy/locust.</summary>
internal sealed class LoadLines
{
    /// <summary>The form's name on the command line.</summary>
    public const string Form = "jsonl";

    private readonly TextWriter _output;

    private LoadLines(TextWriter output) => _output = output;

    /// <summary>Starts to write the seconds of a run.</summary>
    public static LoadLines Write(TextWriter output, TallyCollector collector)
    {
        var lines = new LoadLines(output);
        collector.SecondCompleted += lines.WriteSecond;
        return lines;
    }

    /// <summary>Writes the last line.</summary>
    public void End(LoadRecord record, int exitCode) => WriteLine(json =>
    {
        json.WriteBoolean("end", true);
        json.WriteNumber("calls", record.Calls);
        json.WriteBoolean("valid", record.Valid);
        json.WriteNumber("exit_code", exitCode);
        json.WriteStartArray("verdicts");
        foreach (var verdict in record.Verdicts)
        {
            json.WriteStringValue(verdict.Text);
        }

        json.WriteEndArray();
    });

    private void WriteSecond(int second, CallTally tally) => WriteLine(json =>
    {
        json.WriteNumber("second", second);
        json.WriteNumber("calls", tally.Calls);
        json.WriteNumber("failed", tally.Failed);
        json.WriteNumber("sent_bytes", tally.SentBytes);
        json.WriteNumber("received_bytes", tally.ReceivedBytes);
        json.WriteStartObject("outcomes");
        for (var outcome = 0; outcome < CallOutcomes.Count; outcome++)
        {
            if (tally.Outcomes[outcome] > 0)
            {
                json.WriteNumber(CallOutcomes.NameOf(outcome), tally.Outcomes[outcome]);
            }
        }

        json.WriteEndObject();

        // Pairs of a latency and its number of calls, exact to 0.1 %.
        json.WriteStartArray("latencies_us");
        foreach (var value in tally.Latency.RecordedValues())
        {
            json.WriteStartArray();
            json.WriteNumberValue(value.ValueIteratedTo / 1000.0);
            json.WriteNumberValue(value.CountAddedInThisIterationStep);
            json.WriteEndArray();
        }

        json.WriteEndArray();
    });

    private void WriteLine(Action<Utf8JsonWriter> content)
    {
        var bytes = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(bytes))
        {
            json.WriteStartObject();
            content(json);
            json.WriteEndObject();
        }

        _output.WriteLine(Encoding.UTF8.GetString(bytes.WrittenSpan));
        _output.Flush();
    }
}
