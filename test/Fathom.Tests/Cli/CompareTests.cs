using System.Text.Json;
using Fathom.Records;
using Fathom.TestKit;
using Fathom.TestKit.Records;

namespace Fathom.Tests.Cli;

/// <summary><c>fathom compare</c> on records in a folder of the test's.</summary>
public sealed class CompareTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    [Fact]
    public async Task Two_records_are_compared_in_a_text_of_80_columns()
    {
        Write("before", Before());
        Write("after", Faster());

        var (exitCode, output, error) = await RunAsync("compare", "before/channels.json", "after/channels.json");

        error.ShouldBeEmpty();
        exitCode.ShouldBe(0);
        output.Split('\n').ShouldAllBe(line => line.Length <= 80);
        Snapshot.Matches(output, "compare-channels");
    }

    [Fact]
    public async Task Scripts_get_JSON()
    {
        Write("before", Before());
        Write("after", Faster());

        var (_, output, _) = await RunAsync("compare", "before/channels.json", "after/channels.json", "--output", "json");

        var root = JsonDocument.Parse(output).RootElement;
        var blocking = root.GetProperty("metrics").EnumerateArray().First(m => m.GetProperty("verdict").GetString() == "better");
        blocking.GetProperty("metric").GetString().ShouldBe("wall_ms");
        blocking.GetProperty("factors").GetProperty("call").GetString().ShouldBe("blocking");
        blocking.GetProperty("ratio").GetProperty("value").GetDouble().ShouldBe(0.1, 0.001);
    }

    [Theory]
    [InlineData(true, 1)]
    [InlineData(false, 0)]
    public async Task A_script_can_fail_on_what_is_worse(bool isWorse, int expected)
    {
        Write("before", isWorse ? Faster() : Before());
        Write("after", isWorse ? Before() : Faster());

        (await RunAsync("compare", "before/channels.json", "after/channels.json", "--fail-on", "worse")).ExitCode.ShouldBe(expected);
    }

    [Fact]
    public async Task Only_the_named_levels_are_compared()
    {
        Write("before", Before());
        Write("after", Faster());

        var (_, output, _) = await RunAsync("compare", "before/channels.json", "after/channels.json", "--only", "call=async");

        output.ShouldStartWith("channels: 2 the same");
    }

    [Theory]
    [InlineData("--only colour=red", "--only: 'colour' is no factor of before/channels.json; accepted: ")]
    [InlineData("--only call=sync", "--only: 'sync' is no level of 'call' in before/channels.json; accepted: blocking, async")]
    [InlineData("--metric speed", "--metric: 'speed' is no metric of both records; accepted: wall_ms, ")]
    public async Task What_the_records_do_not_have_is_refused(string flags, string message)
    {
        Write("before", Before());
        Write("after", Faster());

        var (exitCode, _, error) = await RunAsync(["compare", "before/channels.json", "after/channels.json", .. flags.Split(' ')]);

        exitCode.ShouldBe(2);
        error.ShouldContain(message);
    }

    [Fact]
    public async Task Records_of_different_machines_are_refused()
    {
        var record = SyntheticRecords.Channels();
        Write("before", record);
        Write("after", record with { Machine = record.Machine with { Cpu = "Other" } });

        var (exitCode, output, error) = await RunAsync("compare", "before/channels.json", "after/channels.json");

        exitCode.ShouldBe(2);
        output.ShouldBeEmpty();
        error.ShouldContain("compare: the records cannot be compared: they are of different machines");
    }

    [Fact]
    public async Task A_record_that_is_not_there_is_named()
    {
        Write("before", SyntheticRecords.Channels());

        var (exitCode, _, error) = await RunAsync("compare", "before/channels.json", "after/channels.json");

        exitCode.ShouldBe(2);
        error.ShouldContain("channels.json");
        error.ShouldContain("cannot be read");
    }

    public void Dispose() => _folder.Dispose();

    // Five replicates each cannot decide eight comparisons.
    private static RunRecord Before()
    {
        var record = SyntheticRecords.Channels();
        return record with
        {
            Trials = [.. record.Trials.Select((t, i) => t with
            {
                Replicates = [.. t.Replicates, t.Replicates[^1] with { Block = t.Replicates[^1].Block + 1, Position = 1000 + i }],
            })],
        };
    }

    // The calls that block take a tenth of the time.
    private static RunRecord Faster()
    {
        var record = Before();
        return record with
        {
            Trials = [.. record.Trials.Select(t => t.Id == "t01" ? t with
            {
                Errors = 0,
                Metrics = new Dictionary<string, MetricValue>(t.Metrics) { ["wall_ms"] = new(942.61, 900, 990, "ms") },
                Replicates = [.. t.Replicates.Select(r => r with
                {
                    Values = new Dictionary<string, double>(r.Values) { ["wall_ms"] = r.Values["wall_ms"] / 10 },
                })],
            } : t)],
            Findings = [record.Findings[^1]],
        };
    }

    private void Write(string folder, RunRecord record) => new RunRecordStore(Path.Combine(_folder.Path, folder)).Write(record);

    private Task<(int ExitCode, string Out, string Error)> RunAsync(params string[] arguments) =>
        CommandLine.RunAsync(arguments, folder: _folder.Path);
}
