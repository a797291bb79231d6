using System.Globalization;
using Fathom.Lab.Prerequisites;
using Fathom.Lab.Results;
using Fathom.Lab.Running;
using Fathom.Lab.Studies;
using Fathom.Lab.Studies.Mediator;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Cli;

/// <summary><c>fathom run mediator</c> as a user runs it, as far as nothing in it hangs on the speed of the machine.</summary>
public sealed class MediatorRunTests : IDisposable
{
    private readonly TemporaryFolder _temporary = new();

    private string Results => _temporary.PathOf("results");

    private string Scratch => Directory.CreateDirectory(_temporary.PathOf("scratch")).FullName;

    public void Dispose() => _temporary.Dispose();

    [Fact]
    public async Task Messages_reach_their_nodes_and_a_channel_per_call_is_a_connection_per_call()
    {
        var record = await RunAsync("--level", "message=ping", "--level", "size=0", "--level", "certificate=once", "--level",
            "lock=none", "--level", "warm_up=0.3");

        record.Trials.Select(t => (t.Factors["message"], t.Factors["channel"]))
            .ShouldBe([("ping", "pooled"), ("ping", "per-call")], ignoreOrder: true);
        foreach (var trial in record.Trials)
        {
            trial.Errors.ShouldBe(0);
            foreach (var replicate in trial.Replicates)
            {
                // Over the connection that is there since the warm-up, or each over its own.
                replicate.Values["connections_opened"].ShouldBe(trial.Factors["channel"] == "per-call" ? replicate.Values["messages"] : 0);
            }

            // The warm-up and what counts, in tenths of a second.
            var tenths = Math.Round(10 * (Seconds(trial, "warm_up") + Seconds(trial, "seconds")));
            trial.Series.ShouldAllBe(s => s.Name == "messages_per_second" && s.Points.Count >= tenths && s.Points[0][0] == 0
                && s.Points[1][0] == 100);
        }

        record.Lines.Count.ShouldBe(2);
        record.Lines.ShouldAllBe(l => l.Text.StartsWith("GrpcRaw Text Data: 0 B/Sec Pings: ", StringComparison.Ordinal));

        static double Seconds(TrialResult trial, string factor) => double.Parse(trial.Factors[factor], CultureInfo.InvariantCulture);
    }

    [Fact]
    public async Task Large_messages_count_until_the_last_is_answered()
    {
        var values = await MeasureAsync(("size", "10M"), ("tls", "mutual"), ("payload", "text"), ("compression", "raw"), ("link", "none"));

        // None begins after the time that was asked for, and it takes no less.
        values["messages"]!.Value.ShouldBeGreaterThanOrEqualTo(1);
        values["messages_per_second"]!.Value.ShouldBeLessThanOrEqualTo(values["messages"]!.Value / 5);
        values["payload_mb_per_second"]!.Value
            .ShouldBe(values["messages_per_second"]!.Value * 10.48576, 0.001 * values["payload_mb_per_second"]!.Value);
        values["copy_mb_per_second"]!.Value.ShouldBeGreaterThan(0);
    }

    [Fact]
    public async Task Notifications_go_over_the_connection_of_the_warm_up()
    {
        var values = await MeasureAsync(("message", "bing"));

        values["messages"]!.Value.ShouldBeGreaterThanOrEqualTo(1);
        values["connections_opened"].ShouldBe(0);
    }

    [Fact]
    public async Task A_sender_as_published_sees_to_its_certificates_for_every_message()
    {
        var record = await RunAsync("--level", "size=0", "--level", "certificate=per-call", "--level", "callers=8", "--level",
            "lock=global");

        var published = record.Trials.ShouldHaveSingleItem();
        published.Errors.ShouldBe(0);
        // One at a time: what they spend there is no more than the time there was.
        published.Replicates.ShouldAllBe(r => r.Values["prelude_us_per_message"] > 0
            && r.Values["prelude_us_per_message"] <= r.Values["us_per_message"] * 1.001);
        record.Lines.ShouldHaveSingleItem().Trial.ShouldBe(published.Id);
    }

    [Fact]
    public async Task Ctrl_C_leaves_no_certificates_behind()
    {
        Requires.Present(TestPrerequisites.Unix);
        using var fathom = Start("--level", "certificate=per-call");
        await Eventually.HoldsAsync(() => CertificateFolders().Any(), "a sender has its certificates in files");
        fathom.Interrupt();

        (await fathom.ExitAsync(TimeSpan.FromSeconds(120))).ShouldBe(130);
        CertificateFolders().ShouldBeEmpty();
    }

    // One replicate of a trial that only the full profile has.
    private static async Task<Dictionary<string, double?>> MeasureAsync(params (string Factor, string Level)[] levels)
    {
        var plan = StudyPlanner.Plan(MediatorStudy.Spec, Profile.Full, 1,
            levels.ToDictionary(l => l.Factor, l => (IReadOnlyList<string>)[l.Level]));
        var executor = new ProcessTrialExecutor(BuiltSubjects.Catalog);
        var outcome = await executor.ExecuteAsync(plan.Trials.ShouldHaveSingleItem(), block: 1, CancellationToken.None);
        var figures = outcome.ShouldBeOfType<ReplicateOutcome.Measured>().Figures;
        figures.Errors.ShouldBe(0);
        return plan.Study.Metrics.ToDictionary(m => m.Id, m => m.Read(figures));
    }

    private async Task<RunRecord> RunAsync(params string[] levels)
    {
        using var fathom = Start(levels);
        (await fathom.ExitAsync(TimeSpan.FromMinutes(4))).ShouldBe(0, fathom.Error);
        var record = new RunRecordStore(Results).Read("mediator");
        record.Failures.ShouldBeEmpty();
        CertificateFolders().ShouldBeEmpty();
        return record;
    }

    private FathomProcess Start(params string[] levels) =>
        FathomProcess.StartWith(new Dictionary<string, string> { ["TMPDIR"] = Scratch, ["TMP"] = Scratch },
            ["run", "mediator", .. levels, "--out", Results]);

    private IEnumerable<string> CertificateFolders() => Directory.EnumerateDirectories(Scratch, "fathom-mediator-*");
}
