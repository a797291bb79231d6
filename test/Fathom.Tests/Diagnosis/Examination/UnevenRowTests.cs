using Fathom.Diagnosis.Examination;
using Fathom.Diagnosis.Experiments;

namespace Fathom.Tests.Diagnosis.Examination;

/// <summary>One call of the watch took long: whether calls of a row do, at two times, and no-op calls as well.</summary>
public sealed class UnevenRowTests
{
    private const double MinuteMs = 60_000;
    private const int AtOnce = 8;
    private const int Between = 50;

    private static readonly IReadOnlyList<double> Watched = [.. Enumerable.Repeat(1.0, 90), 600];

    [Fact]
    public async Task The_method_stands_still_where_no_op_calls_do_not() =>
        (await LookAsync(600, noOpMs: 1)).ShouldNotBeNull().AreOfAll.ShouldBeFalse();

    [Fact]
    public async Task What_all_calls_need_does_where_no_op_calls_do_too() =>
        (await LookAsync(600, noOpMs: 550)).ShouldNotBeNull().AreOfAll.ShouldBeTrue();

    [Fact]
    public async Task Where_all_calls_take_long_for_a_hiccup_of_the_machine_it_is_none_of_the_services() =>
        (await LookAsync(60, noOpMs: 60)).ShouldBeNull();

    [Theory]
    [InlineData(90, 550, true)]
    [InlineData(90, 60, false)]
    [InlineData(0, 550, true)]
    [InlineData(0, 60, false)]
    public async Task It_is_looked_for_where_calls_at_once_met_it_and_no_single_call_did(int watched, double burstMs, bool isMet)
    {
        var found = await LookAsync(600, noOpMs: 550, [.. Enumerable.Repeat(1.0, watched)], [20, 17, 21, burstMs, 20, 18]);
        (found?.AreOfAll).ShouldBe(isMet ? true : null);
    }

    // Of 150 calls 6 took long, while so many of 400 no-op calls beside them did.
    [Theory]
    [InlineData(8, 8, false)]
    [InlineData(8, 0, true)]
    [InlineData(200, 8, true)]
    public async Task Where_no_op_calls_beside_them_take_as_long_as_often_it_is_the_machine(double longMs, int noOps, bool isFound)
    {
        var found = await LookAsync(longMs, noOpMs: 1, [.. Enumerable.Repeat(1.0, 144), .. Enumerable.Repeat(longMs, 6)],
            [.. Enumerable.Repeat(0.5, 400 - noOps), .. Enumerable.Repeat(longMs, noOps)], [20, 21]);

        (found?.AreOfAll).ShouldBe(isFound ? noOps > 0 : null);
    }

    private static Task<UnevenCalls?> LookAsync(
        double longMs, double noOpMs, IReadOnlyList<double>? watched = null, IReadOnlyList<double>? burstMs = null) =>
        LookAsync(longMs, noOpMs, watched ?? Watched, [], burstMs ?? [20, 21]);

    private static Task<UnevenCalls?> LookAsync(double longMs, double noOpMs, IReadOnlyList<double> watched,
        IReadOnlyList<double> watchedNoOps, IReadOnlyList<double> burstMs) =>
        new UnevenRow(new Row(longMs, noOpMs), watched, watchedNoOps, 1)
            .LookAsync(burstMs, AtOnce, () => MinuteMs, _ => { }, TestContext.Current.CancellationToken);

    // All calls in flight take long now and then.
    private sealed class Row(double longMs, double noOpMs) : IServiceUnderTest
    {
        public Task<ServiceTrialResult> RunAsync(ServiceTrial trial, CancellationToken cancellation)
        {
            var (calls, ends, atMs) = (new List<double>(), new List<double>(), 0.0);
            for (var i = 0; i < trial.Calls; i += trial.AtOnce)
            {
                var ms = i / trial.AtOnce % Between == Between / 2 ? trial.IsNoOp ? noOpMs : longMs : 1;
                atMs += ms;
                calls.AddRange(Enumerable.Repeat(ms, trial.AtOnce));
                ends.AddRange(Enumerable.Repeat(atMs, trial.AtOnce));
                atMs += trial.PauseMs;
            }

            return Task.FromResult(new ServiceTrialResult(atMs, calls, ends, BesideTimes.None));
        }
    }
}
