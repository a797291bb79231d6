using System.Text.Json;
using System.Xml.Linq;
using Fathom.Records;
using Fathom.Records.Doctors;
using Fathom.Records.Loads;
using Fathom.TestKit;
using Fathom.TestKit.Records;
using Fathom.Tests.Records.Changes;

namespace Fathom.Tests.Cli;

/// <summary><c>fathom compare</c> on records of load and of a doctor, and of two kinds.</summary>
public sealed class CompareKindsTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    [Fact]
    public async Task Two_runs_of_load_are_compared_in_a_text_of_80_columns()
    {
        var (exitCode, output, error) = await LoadsAsync(1_000, 500);

        error.ShouldBeEmpty();
        exitCode.ShouldBe(0);
        output.Split('\n').ShouldAllBe(line => line.Length <= 80);
        Snapshot.Matches(output, "compare-load");
    }

    [Theory]
    [InlineData(1_000, 500, 0)]
    [InlineData(500, 1_000, 1)]
    public async Task A_script_can_fail_on_a_latency_that_is_worse(double before, double after, int expected) =>
        (await LoadsAsync(before, after, "--fail-on", "worse")).ExitCode.ShouldBe(expected);

    [Fact]
    public async Task Scripts_get_the_figures_of_load_as_JSON()
    {
        var (_, output, _) = await LoadsAsync(1_000, 500, "--output", "json", "--metric", "latency_p99");

        var metric = JsonDocument.Parse(output).RootElement.GetProperty("metrics").EnumerateArray().ShouldHaveSingleItem();
        metric.GetProperty("verdict").GetString().ShouldBe("better");
        metric.GetProperty("ratio").GetProperty("value").GetDouble().ShouldBe(0.5, 0.01);
    }

    [Fact]
    public async Task Continuous_integration_gets_a_report_and_a_summary_and_people_the_text()
    {
        var (_, output, error) = await LoadsAsync(500, 1_000, "--output", "junit");

        XDocument.Parse(output).Descendants("failure").Select(f => f.Parent!.Attribute("name")!.Value).ShouldContain("latency, p99");
        error.ShouldContain("worse");
        (await File.ReadAllTextAsync(_folder.PathOf("summary.md"))).ShouldStartWith("### :x: fathom compare: ");
    }

    [Fact]
    public async Task A_summary_that_cannot_be_written_is_a_note()
    {
        Directory.CreateDirectory(_folder.PathOf("summary.md"));
        var (exitCode, _, error) = await LoadsAsync(1_000, 500);

        exitCode.ShouldBe(0);
        error.ShouldContain("note: GITHUB_STEP_SUMMARY: the summary cannot be written");
    }

    [Fact]
    public async Task Two_verdicts_of_a_doctor_are_compared()
    {
        WriteVerdicts();
        var (exitCode, output, _) = await RunAsync("compare", "before/doctor.json", "after/doctor.json", "--fail-on", "worse");

        exitCode.ShouldBe(0);
        output.ShouldStartWith("dotnet x.dll: The fix is proven: ");
        output.Split('\n').ShouldAllBe(line => line.Length <= 80);
        (await RunAsync("compare", "after/doctor.json", "before/doctor.json", "--fail-on", "worse")).ExitCode.ShouldBe(1);
    }

    [Fact]
    public async Task Records_of_two_kinds_are_refused()
    {
        WriteVerdicts();
        new RunRecordStore(_folder.Path).Write(SyntheticRecords.Channels());
        var (exitCode, _, error) = await RunAsync("compare", "before/doctor.json", "channels.json");

        exitCode.ShouldBe(2);
        error.ShouldContain("before/doctor.json is a record of a doctor (fathom.doctor/1), channels.json is one of a study");
    }

    [Fact]
    public async Task Flags_that_a_kind_has_no_answer_to_are_refused()
    {
        WriteVerdicts();
        (await RunAsync("compare", "before/doctor.json", "after/doctor.json", "--metric", "wall_ms")).Error
            .ShouldContain("--metric: a record of a doctor has one metric");
        (await LoadsAsync(1, 1, "--only", "call=async")).Error.ShouldContain("--only: a record of load has no factors");
    }

    [Fact]
    public async Task A_doctor_refuses_an_earlier_record_of_another_program_before_it_runs_anything()
    {
        WriteVerdicts();
        var (exitCode, _, error) = await RunAsync("doctor", "--against", "before/doctor.json", "--", "dotnet", "other.dll");

        exitCode.ShouldBe(2);
        error.ShouldContain("--against: the records cannot be compared: one record is of the program 'dotnet x.dll', the other of");
    }

    [Fact]
    public async Task A_doctor_refuses_an_earlier_record_that_is_none()
    {
        File.WriteAllText(_folder.PathOf("other.json"), "{}");
        var (exitCode, _, error) = await RunAsync("doctor", "--against", "other.json", "--", "dotnet", "x.dll");

        exitCode.ShouldBe(2);
        error.ShouldContain("is not a valid verdict");
    }

    public void Dispose() => _folder.Dispose();

    private Task<(int ExitCode, string Out, string Error)> LoadsAsync(double before, double after, params string[] flags)
    {
        foreach (var (name, p99) in new[] { ("before", before), ("after", after) })
        {
            LoadRecordJson.Write(_folder.PathOf($"{name}.json"),
                SyntheticLoads.Of(20, n => (1_000 + (n % 3), 0, 100 + (n % 4), p99 * (1 + (n % 5 / 100.0)))));
        }

        return RunAsync(["compare", "before.json", "after.json", .. flags]);
    }

    private void WriteVerdicts()
    {
        DoctorRecordStore.Write(_folder.PathOf("before"),
            SyntheticVerdicts.Of([1_000, 1_010, 1_020, 1_030, 1_040], ["channel-per-call"], []));
        DoctorRecordStore.Write(_folder.PathOf("after"), SyntheticVerdicts.Of([500, 505, 510, 515, 520], [], ["channel-per-call"]));
    }

    private Task<(int ExitCode, string Out, string Error)> RunAsync(params string[] arguments) =>
        CommandLine.RunAsync(arguments, new() { ["GITHUB_STEP_SUMMARY"] = _folder.PathOf("summary.md") }, _folder.Path);
}
