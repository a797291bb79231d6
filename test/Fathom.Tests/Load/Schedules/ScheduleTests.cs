using FsCheck;
using FsCheck.Fluent;
using Fathom.Load.Schedules;

namespace Fathom.Tests.Load.Schedules;

/// <summary>Arrivals have the rate that was asked for, and the parts of a plan are the plan.</summary>
public class ScheduleTests
{
    [Fact]
    public void Constant_arrivals_are_evenly_spaced_from_the_start() =>
        Take(new ConstantSchedule(RateProfile.Constant(1000), PlanSlot.Whole), 5).ShouldBe([0, 1_000_000, 2_000_000, 3_000_000, 4_000_000]);

    [Fact]
    public void Arrivals_of_a_ramp_have_the_integral_of_its_rate()
    {
        var profile = RateProfile.Of(0, [new(TimeSpan.FromSeconds(10), 100), new(TimeSpan.FromSeconds(5), 100)]);
        profile.TotalArrivals.ShouldBe(1000, 1e-9);
        var all = Take(new ConstantSchedule(profile, PlanSlot.Whole), int.MaxValue);
        all.Count.ShouldBe(1000);
        // Half the rate on average until the end of the ramp; a quarter of them by half of its time.
        all.Count(t => t < 10_000_000_000).ShouldBe(500);
        all.Count(t => t < 5_000_000_000).ShouldBe(125);
        all[^1].ShouldBe(14_990_000_000);
    }

    [Fact]
    public void A_stage_of_no_duration_is_a_step()
    {
        var profile = RateProfile.Of(10, [new(TimeSpan.FromSeconds(1), 10), new(TimeSpan.Zero, 100), new(TimeSpan.FromSeconds(1), 100)]);
        var all = Take(new ConstantSchedule(profile, PlanSlot.Whole), int.MaxValue);
        all.Count(t => t < 1_000_000_000).ShouldBe(10);
        all.Count.ShouldBe(110);
        (profile.ArrivalsUntil(0.5), profile.ArrivalsUntil(1.5), profile.ArrivalsUntil(2)).ShouldBe((5, 60, 110));
    }

    [Fact]
    public void A_rate_that_falls_to_zero_ends_there()
    {
        var all = Take(new ConstantSchedule(RateProfile.Of(100, [new(TimeSpan.FromSeconds(2), 0)]), PlanSlot.Whole), int.MaxValue);
        all.Count.ShouldBe(100);
        all.ShouldBe(all.Order());
        all[^1].ShouldBeLessThan(2_000_000_000);
    }

    [Fact]
    public void The_parts_of_a_plan_together_are_the_plan_whatever_their_number() => Prop.ForAll(
        ArbMap.Default.ArbFor<(byte Shards, byte Workers, byte Ramp)>(), sizes =>
        {
            var (shards, workers) = (1 + (sizes.Shards % 4), 1 + (sizes.Workers % 4));
            var profile = RateProfile.Of(sizes.Ramp, [new(TimeSpan.FromSeconds(2), 50), new(TimeSpan.FromSeconds(1), 10)]);
            var whole = Take(new ConstantSchedule(profile, PlanSlot.Whole), int.MaxValue);
            var parts = Slots(shards, workers).SelectMany(slot => Take(new ConstantSchedule(profile, slot), int.MaxValue)).Order();
            parts.ShouldBe(whole);

            var numbers = Slots(shards, workers)
                .SelectMany(slot => Enumerable.Range(0, (int)slot.ShareOf(100)).Select(i => slot.NumberOf(i)));
            numbers.Order().ShouldBe(Enumerable.Range(0, 100).Select(i => (long)i));
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void Poisson_arrivals_have_the_rate_and_the_spread_of_a_Poisson_process()
    {
        const int seconds = 2000;
        var counts = new int[seconds];
        foreach (var slot in Slots(2, 3))
        {
            var schedule = new PoissonSchedule(RateProfile.Constant(50), slot, seed: 7);
            while (schedule.TryNext(out var at) && at < seconds * 1_000_000_000L)
            {
                counts[at / 1_000_000_000]++;
            }
        }

        // Mean and variance of the number in a second are both the rate: six slots together are one process.
        var mean = counts.Average();
        var variance = counts.Sum(c => (c - mean) * (c - mean)) / (seconds - 1);
        mean.ShouldBe(50, 0.8);
        variance.ShouldBe(50, 7);
    }

    [Fact]
    public void The_same_seed_and_slot_give_the_same_arrivals_and_others_differ()
    {
        List<long> Of(int seed, int slot) => Take(new PoissonSchedule(RateProfile.Constant(10), new PlanSlot(slot, 2), seed), 50);
        Of(1, 0).ShouldBe(Of(1, 0));
        Of(1, 0).ShouldNotBe(Of(2, 0));
        Of(1, 0).ShouldNotBe(Of(1, 1));
        Of(1, 0).ShouldBe(Of(1, 0).Order());
    }

    [Fact]
    public void A_profile_without_arrivals_is_refused()
    {
        Should.Throw<ArgumentException>(() => RateProfile.Of(0, [new(TimeSpan.FromSeconds(1), 0)]));
        Should.Throw<ArgumentOutOfRangeException>(() => RateProfile.Constant(0));
        Should.Throw<ArgumentOutOfRangeException>(() => RateProfile.Constant(double.NaN));
        Should.Throw<ArgumentOutOfRangeException>(() => PlanSlot.Whole.Part(2, 2));
    }

    private static IEnumerable<PlanSlot> Slots(int shards, int workers) => Enumerable.Range(0, shards)
        .SelectMany(s => Enumerable.Range(0, workers).Select(w => PlanSlot.Whole.Part(s, shards).Part(w, workers)));

    private static List<long> Take(IArrivalSchedule schedule, int most)
    {
        var all = new List<long>();
        while (all.Count < most && schedule.TryNext(out var at))
        {
            all.Add(at);
        }

        return all;
    }
}
