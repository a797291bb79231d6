using System.Globalization;
using System.Text.RegularExpressions;
using Fathom.Doctor;
using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Probes;
using Fathom.Doctor.Probes.Outside;
using Fathom.Records.Doctors;
using Fathom.TestKit.Plants;
using Fathom.Transport.Client;

namespace Fathom.Tests.Doctor.Recorded;

/// <summary>Examines plants for real, and records what was measured where the verdict is as the catalogue says. It needs the build of all
/// projects, and a machine without other work.</summary>
public sealed partial class PlantRecorder
{
    /// <summary>How a plant is recorded.</summary>
    internal const string Again = "Record it again: FATHOM_RECORD_PLANTS=\"PLANT\" dotnet test test/Fathom.Tests --filter PlantRecorder";

    private static readonly TimeSpan ToWatch = DoctorOptions.DefaultProcessBudget;
    private static readonly string? Wanted = Environment.GetEnvironmentVariable("FATHOM_RECORD_PLANTS");

    public static TheoryData<string> Plants => [.. Wanted?.Split(' ') ?? []];

    [Theory(SkipTestWithoutData = true)]
    [MemberData(nameof(Plants))]
    public async Task A_plant_is_recorded(string name)
    {
        var plant = PlantCatalog.Find(name);
        await using var stage = new PlantStage();
        var arguments = await plant.StartAsync(stage);
        var (recorded, verdict) = await stage.WithinAsync(() => arguments switch
        {
            ["--pid", var id] => WatchAsync(int.Parse(id, CultureInfo.InvariantCulture)),
            [var address, "--call", var method, .. var flags] => ProbeAsync(address, $"/{method}", flags),
            ["--budget", var seconds, "--", .. var words] =>
                RunAsync(words, double.Parse(seconds.TrimEnd('s'), CultureInfo.InvariantCulture)),
            ["--", .. var words] => RunAsync(words, 0),
            _ => throw new NotSupportedException($"No plant with the arguments {string.Join(' ', arguments)} can be recorded."),
        });
        plant.Check(verdict, $"What was measured is not typical, and was not recorded: {verdict.Verdict}");
        (recorded with { Plant = name }).Write();
    }

    private static async Task<(RecordedExamination Recorded, DoctorRecord Verdict)> RunAsync(string[] words, double budget)
    {
        var spec = new ProgramSpec(words, Directory.GetCurrentDirectory());
        var runner = new RecordingProgram(new ProgramRun(spec, TimeProvider.System));
        var verdict = await Examinations.Doctor(spec, budget, TimeProvider.System, runner)
            .ExamineAsync(TestContext.Current.CancellationToken);
        return (new RecordedExamination("")
        {
            Program = new RecordedProgram([.. words.Select(w => Folders().Replace(w, ""))], budget)
            {
                Runs = runner.Runs,
                Path = runner.Path,
            },
        }, verdict);
    }

    private static async Task<(RecordedExamination Recorded, DoctorRecord Verdict)> ProbeAsync(
        string address, string method, string[] flags)
    {
        flags.Except(["--insecure", "--budget", "120s", .. PlantTarget.Proto]).ShouldBeEmpty("only a request without content is recorded");
        var target = new ProbeTarget
        {
            Server = new() { Address = new Uri(address), Tls = new ChannelTls { SkipVerification = true } },
            Path = method,
            Messages = [ReadOnlyMemory<byte>.Empty],
        };
        var recording = new RecordingService(method);
        var verdict = await Examinations.Doctor(target, TimeProvider.System, [.. ServiceProbes.All, recording], recording.Open)
            .ExamineAsync(TestContext.Current.CancellationToken);
        return (new RecordedExamination("") { Service = recording.Recorded.ShouldNotBeNull("the probes did not come to their end") },
            verdict);
    }

    private static async Task<(RecordedExamination Recorded, DoctorRecord Verdict)> WatchAsync(int pid)
    {
        await using var watch = await ProcessWatch.StartAsync(
            pid, WatchDepth.Gentle, TimeProvider.System, TestContext.Current.CancellationToken);
        await Task.WhenAny(watch.RuntimeEnded, Task.Delay(ToWatch, TestContext.Current.CancellationToken));
        var seen = await watch.EndAsync();
        IReadOnlyList<Observation> all = [.. seen.Observations, .. await ProgramTargets.MeasureAsync(
            seen.Observations, TimeProvider.System, TestContext.Current.CancellationToken)];
        return (new RecordedExamination("") { Process = RecordedWatch.Of(all, seen.NotSeen) }, ProcessDoctor.Judge(all, seen.NotSeen));
    }

    // Not those of an address.
    [GeneratedRegex(@"(?<![:/\w])/(?:[\w.-]+/)+")]
    private static partial Regex Folders();
}
