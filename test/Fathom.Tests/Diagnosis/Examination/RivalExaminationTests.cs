using Fathom.Diagnosis.Examination;
using Fathom.Diagnosis.Experiments;
using static Fathom.Tests.Diagnosis.Examination.ScriptedService;

namespace Fathom.Tests.Diagnosis.Examination;

public class RivalExaminationTests
{
    private const double MinuteMs = 60_000;

    [Fact]
    public async Task The_one_that_is_left_and_shows_itself_is_found()
    {
        var examination = await ExamineAsync(t => ScriptedService.InTurns(t, seesProcess: true), Go);

        var verdict = new RivalVerdict(examination);
        verdict.IsFound.ShouldBeTrue();
        verdict.Causes.ShouldHaveSingleItem().Id.ShouldBe("serialised-handler");
        verdict.Sentence.ShouldContain("It is not ");
        examination.Rivals!.Possible.ShouldHaveSingleItem().Sign!.Prediction.Of.ShouldBe(Contrast.TwoAtOnce);
        examination.Rivals.Rivals.Where(r => !r.IsPossible).ShouldAllBe(r => r.Impossible != null || r.Rejected != null);
        examination.IsCutShort.ShouldBeFalse();
    }

    [Fact]
    public async Task Times_of_calls_at_once_are_kept_where_nothing_is_changed()
    {
        var service = new ScriptedService(t => ScriptedService.InTurns(t, seesProcess: true));
        var examination = new ConcurrencyExamination(service, Go);
        await examination.ExamineAsync(() => MinuteMs, _ => { }, default);

        examination.AtOnceMs.Keys.ShouldBeInOrder();
        new[] { 1, 2, 16 }.ShouldBeSubsetOf(examination.AtOnceMs.Keys);
        examination.AtOnceMs.ShouldAllBe(t => t.Value.All(ms => ms == 1 + (10 * t.Key)));
        examination.AtOnceMs[16].Count.ShouldBe(service.Trials.Count(t => t is
        {
            Calls: 16, AtOnce: 16, IsNoOp: false, Connections: 1, PauseMs: 0, CallsBeside: 0, Options: { IsDirect: false, QuickAck: false },
        }));
    }

    // Messages that take turns on a path look like calls that take turns in the server.
    [Theory]
    [InlineData(4, 0.9, true)]
    [InlineData(4, 0.4, false)]
    [InlineData(0.5, 0.9, false)] // What computes sends late.
    public async Task What_calls_wait_for_is_not_asked_where_messages_are_on_their_way_for_most_of_the_time(
        double aloneMs, double moved, bool movesBytes)
    {
        var examination = await ExamineAsync(
            t =>
            {
                var all = ScriptedService.InTurns(t, seesProcess: true);
                return all with { MovedMs = !t.IsFollowed ? 0 : t.Calls == 1 ? aloneMs : moved * all.TotalMs };
            },
            Go with { CallBytes = 10_000 });

        (examination.MovesBytes, examination.Rivals is null).ShouldBe((movesBytes, movesBytes));
    }

    // They take longer than one after the other, which no place that is taken in turn makes them.
    [Theory]
    [InlineData(0.9, 3, true)]
    [InlineData(0.3, 3, false)]
    [InlineData(0.9, 1, false)]
    public async Task Requests_that_the_receivers_window_holds_are_said_to_be_held(double held, double times, bool areHeld)
    {
        var examination = await ExamineAsync(
            t =>
            {
                var all = ScriptedService.InTurns(t, seesProcess: true);
                return t.Calls == 1 ? all : ScriptedService.Result(t, [.. all.EndMs.Select(e => times * e)], all.Server) with
                {
                    HeldMs = held * times * all.TotalMs,
                };
            },
            Go with { CallBytes = 10_000 });

        examination.MovesBytes.ShouldBe(areHeld);
        (examination.HeldShare ?? 0).ShouldBe(areHeld ? held : 0, 0.001);
    }

    // One place and one processor look alike from outside where nothing is known of the server.
    [Fact]
    public async Task Rivals_that_nothing_separates_are_all_named()
    {
        var examination = await ExamineAsync(
            t => ScriptedService.InTurns(t, seesProcess: false), Go with { Library = null, Processors = null });

        var verdict = new RivalVerdict(examination);
        verdict.IsFound.ShouldBeFalse();
        verdict.Causes.Select(c => c.Id).ShouldBe(["serialised-handler", "cpu-saturation"], ignoreOrder: true);
        verdict.Sentence.ShouldStartWith("Undetermined: ");
        verdict.Sentence.ShouldContain("No experiment from here separates them.");
    }

    // A second call takes five times as long, and sixteen together no longer than that: no mechanism does this.
    [Fact]
    public async Task Where_every_rival_is_rejected_nothing_is_found()
    {
        var examination = await ExamineAsync(
            t => ScriptedService.Result(t, [.. ScriptedService.InTurns(t, true).EndMs.Select(e => t.AtOnce == 2 ? 5 * e : e)],
                new ServerUse(0.1, 0, 0)), Go);

        examination.Rivals!.Possible.ShouldBeEmpty();
        var verdict = new RivalVerdict(examination);
        (verdict.IsFound, verdict.Causes.Count).ShouldBe((false, 0));
        verdict.Sentence.ShouldStartWith("Nothing was found so far");
    }

    [Fact]
    public async Task Without_time_the_rest_is_left_out_and_that_is_said()
    {
        var service = new ScriptedService(t => ScriptedService.InTurns(t, seesProcess: true));
        var examination = new ConcurrencyExamination(service, Go);
        await examination.ExamineAsync(() => 0, _ => { }, default);

        examination.IsCutShort.ShouldBeTrue();
        examination.Rivals!.Done.ShouldBeEmpty();
        new RivalVerdict(examination).Sentence.ShouldContain("Further experiments were not made");
    }

    [Fact]
    public async Task What_fits_into_the_time_is_done()
    {
        var all = (await ExamineAsync(t => ScriptedService.InTurns(t, seesProcess: false), Go)).Rivals!;
        var cheap = new RivalExamination(new ScriptedService(t => ScriptedService.InTurns(t, seesProcess: false)),
            (await ExamineAsync(t => ScriptedService.InTurns(t, seesProcess: false), Go)).Seen!);
        var steps = new List<string>();
        await cheap.RunAsync(() => steps.Count == 0 ? MinuteMs : 0, steps.Add, default);

        cheap.Done.ShouldHaveSingleItem().Id.ShouldBe(all.Done[0].Id);
        steps.ShouldHaveSingleItem().ShouldStartWith("Makes ");
    }

    // A pool that has grown: of bursts, and of few calls at once, every fourth waits, and no-op calls beside it do. Ten rounds of which
    // three count reject nothing.
    [Fact]
    public async Task Where_too_few_rounds_waited_to_decide_they_are_made_again()
    {
        var bursts = 0;
        var service = new ScriptedService(t =>
        {
            var waits = t is { IsPing: false, IsNoOp: false, AtOnce: > 2 } && (++bursts <= 6 || bursts % 3 == 0);
            var result = ScriptedService.Result(t, [.. Enumerable.Range(0, t.Calls)
                .Select(i => t.IsPing || t.IsNoOp ? 1 : 51.0 + (waits ? 50 * (i / 4) : 0))], null);
            return t.IsWatched && waits ? result with { Beside = new([1, 60], [1, 60, 60], null) } : result;
        });
        var examination = new ConcurrencyExamination(service, Go with { Library = "Grpc.AspNetCore", Processors = 2 });
        var steps = new List<string>();
        await examination.ExamineAsync(() => MinuteMs, steps.Add, default);

        steps.ShouldContain(s => s.EndsWith(" Again, since the first rounds did not decide.", StringComparison.Ordinal));
        steps.Count.ShouldBeLessThan(3 * examination.Rivals!.Done.Count, "what is decided is not asked again");
        examination.Rivals.Done.ShouldBeUnique();
        new RivalVerdict(examination).Causes.Select(c => c.Id).ShouldBe(["thread-pool-starvation"]);
    }

    [Fact]
    public async Task Cancelled_it_keeps_what_was_read_before()
    {
        using var cancelled = new CancellationTokenSource();
        var all = await ExamineAsync(t => ScriptedService.InTurns(t, seesProcess: true), Go);
        var service = new ScriptedService(t => ScriptedService.InTurns(t, seesProcess: true));
        var rivals = new RivalExamination(service, all.Seen!);
        var steps = 0;
        await Should.ThrowAsync<OperationCanceledException>(() => rivals.RunAsync(() => MinuteMs, _ =>
        {
            if (++steps == 2)
            {
                cancelled.Cancel();
            }
        }, cancelled.Token));

        rivals.Done.Count.ShouldBe(2);
        rivals.Readings.ShouldNotBeEmpty();
        rivals.Readings.ShouldAllBe(r => rivals.Done[0].Measures.Contains(r.Of));
        rivals.Rivals.ShouldContain(r => r.Rejected != null);
    }

    [Theory]
    [InlineData("envoy", null, true)]
    [InlineData(null, false, true)]
    [InlineData(null, null, true)]
    [InlineData(null, true, false)]
    public async Task A_proxy_is_a_rival_unless_the_library_speaks_HTTP_2_itself(string? proxy, bool? speaksItself, bool mayBe)
    {
        var examination = await ExamineAsync(
            t => ScriptedService.InTurns(t, seesProcess: true), Go with { Proxy = proxy, SpeaksOwnHttp2 = speaksItself });

        var rival = examination.Rivals!.Rivals.Single(r => r.Mechanism.Name == "a proxy's limit of calls at a time");
        (rival.Impossible is null).ShouldBe(mayBe);
        (rival.Rejected is not null).ShouldBe(mayBe, "no-op calls do not wait");
    }

    [Fact]
    public async Task Calls_that_do_not_wait_for_each_other_have_no_rivals()
    {
        var service = new ScriptedService(t => ScriptedService.Result(t, [.. Enumerable.Repeat(11.2, t.Calls)], null));
        var examination = new ConcurrencyExamination(service, Go);
        await examination.ExamineAsync(() => MinuteMs, _ => { }, default);

        (examination.Rivals, examination.Share).ShouldBe((null, 0));
        service.Trials.Count(t => t is { IsPing: false, IsNoOp: false, AtOnce: 1 }).ShouldBe(service.Trials.Count(t => t.IsPing));
    }

    [Fact]
    public async Task Where_one_call_at_a_time_is_asked_for_none_are_made_at_once()
    {
        var service = new ScriptedService(t => ScriptedService.InTurns(t, seesProcess: true));
        var examination = new ConcurrencyExamination(service, Go with { Concurrency = 1 });
        await examination.ExamineAsync(() => MinuteMs, _ => { }, default);

        (examination.Seen, examination.Rivals).ShouldBe((null, null));
        service.Trials.ShouldAllBe(t => t.AtOnce == 1);
    }
}
