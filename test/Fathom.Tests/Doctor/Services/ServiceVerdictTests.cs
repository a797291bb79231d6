using Fathom.Diagnosis.Examination;
using Fathom.Diagnosis.Observations;
using Fathom.Doctor;
using Fathom.Doctor.Services;
using Fathom.Records.Doctors;
using Fathom.TestKit.Worlds;
using Fathom.Tests.Diagnosis.Examination;

namespace Fathom.Tests.Doctor.Services;

/// <summary>What is said of single calls beside what calls at once wait for.</summary>
public sealed class ServiceVerdictTests
{
    private const string Proxy = "l7-proxy-buffering-or-limits";
    private const double MinuteMs = 60_000;

    // Behind a proxy that holds nothing up, calls wait for a lock.
    private static readonly WorldParameters Locked = WorldRivals.Sound with
    {
        Fault = FaultKind.LockAwait, Stack = ServerStack.Go, Places = 1, PlaceMs = 20, HasProxy = true, IsProxyNamed = true,
        SeesProcess = false,
    };

    [Fact]
    public async Task A_proxy_that_costs_a_single_call_time_is_named_although_its_limits_were_rejected()
    {
        var record = await JudgeAsync(noOpMs: 9.2);
        record.Causes.Select(c => c.Id).ShouldBe(["serialised-handler", Proxy, "slow-middleware"], ignoreOrder: true);
        record.RuledOut.ShouldNotContain(r => r.Id == Proxy);
        record.AtOnce.Select(a => a.Calls).ShouldBeInOrder();
        record.AtOnce.ShouldContain(a => a.Calls == 1);
        record.AtOnce.ShouldContain(a => record.Times[0].Values.All(ms => a.Ms.Contains(ms)));
    }

    [Fact]
    public async Task A_proxy_that_costs_nothing_is_ruled_out_by_what_rejected_its_limits()
    {
        var record = await JudgeAsync(noOpMs: 0.3);
        record.Causes.Select(c => c.Id).ShouldBe(["serialised-handler"]);
        record.RuledOut.ShouldContain(r => r.Id == Proxy && r.By.StartsWith("not a proxy's limit", StringComparison.Ordinal));
    }

    [Fact]
    public void What_was_seen_now_and_then_comes_first_whatever_its_cause_is_called_where_nothing_was_seen()
    {
        Setting[] uneven =
        [
            UnevenQuantities.Calls.Is(4), UnevenQuantities.Of.Is(76), UnevenQuantities.Time.Is(120), UnevenQuantities.Share.Is(0.964),
            UnevenQuantities.TakeLongTogether.Is(true), ServiceQuantities.FirstCallTime.Is(403), ServiceQuantities.FreshFirstCallTime.Is(2),
        ];

        var record = Judge(null, ServiceEvidence.With(uneven));
        record.Causes.Select(c => c.Id).ShouldBe(["method-waits", "cold-start"]);
        record.Verdict.ShouldStartWith("Nothing is proven. method-waits is suspected: 4 of 76 calls");
    }

    [Fact]
    public async Task What_a_process_was_seen_to_wait_for_comes_before_what_was_not_told_apart()
    {
        const string Waits = "while calls at once are served, the server's process waits 96 % of the time for room in a pipe";
        Setting[] watched =
        [
            ServerQuantities.WhileAtOnce.Is("waits 96 % of the time for room in a pipe"),
            ServerQuantities.WaitShare.Is(0.96), ServerQuantities.PipeShare.Is(0.96),
        ];

        var undetermined = await JudgeAsync(noOpMs: 0.3, budgetMs: 3_000, watched);
        undetermined.Verdict.ShouldStartWith($"First look at this: {Waits}. Undetermined: ");
        undetermined.Causes[0].Id.ShouldBe("logging-overhead");
        undetermined.Causes[0].Evidence.ShouldBe(Waits);

        var found = await JudgeAsync(noOpMs: 0.3, MinuteMs, watched);
        found.Verdict.ShouldStartWith("serialised-handler costs");
        found.Causes.Select(c => c.Id).ShouldBe(["serialised-handler", "logging-overhead"]);
    }

    [Fact]
    public async Task What_takes_long_now_and_then_is_said_beside_what_calls_at_once_wait_for()
    {
        Setting[] uneven =
        [
            UnevenQuantities.Calls.Is(24), UnevenQuantities.Of.Is(1_200), UnevenQuantities.AtOnce.Is(8), UnevenQuantities.Time.Is(395),
            UnevenQuantities.Share.Is(0.869), UnevenQuantities.TakeLongTogether.Is(true),
        ];

        var undetermined = await JudgeAsync(noOpMs: 0.3, budgetMs: 3_000, uneven);
        undetermined.Verdict.ShouldStartWith("Undetermined: ");
        undetermined.Verdict.ShouldContain(" Besides, 24 of 1,200 calls, 8 in flight, take 395 ms");
        undetermined.Causes.Select(c => c.Id).ShouldContain("method-waits");
    }

    private static async Task<DoctorRecord> JudgeAsync(double noOpMs, double budgetMs = MinuteMs, params Setting[] more)
    {
        var world = new World(Locked, seed: 1);
        var began = world.NowMs;
        var examination = new ConcurrencyExamination(world, world.Facts);
        await examination.ExamineAsync(() => budgetMs - (world.NowMs - began), _ => { }, default);
        var seen = ServiceEvidence.With([BehaviourQuantities.Proxy.Is("2 nghttpx"), ServiceQuantities.NoOpTime.Is(noOpMs),
            ServiceQuantities.CallTime.Is(20 + noOpMs), ServiceQuantities.QuickAckCallTime.Is(20 + noOpMs),
            ServiceQuantities.PlainCallTime.Is(20 + noOpMs), ServiceQuantities.CallsWait.Is(true), .. more]);
        return Judge(examination, seen);
    }

    private static DoctorRecord Judge(ConcurrencyExamination? examination, Evidence seen) => new ServiceVerdict(
        new CauseScreening(seen, isService: true), [], null, examination, failures: null, notSeen: [], seed: 1).Record();
}
