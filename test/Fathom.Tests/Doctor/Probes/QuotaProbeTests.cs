using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Probes.Linux;
using Fathom.TestKit;

namespace Fathom.Tests.Doctor.Probes;

/// <summary>Limits of processor time, as both versions of control groups show them. The process is this one, and folders stand for
/// its groups.</summary>
public sealed class QuotaProbeTests : IDisposable
{
    private readonly TemporaryFolder _groups = new();

    [Fact]
    public void Version_2_counts_microseconds()
    {
        Write("cpu.max", "50000 100000");
        Write("cpu.stat", "usage_usec 9\nnr_throttled 4\nthrottled_usec 1000000\n");
        Read(() => Write("cpu.stat", "usage_usec 9\nnr_throttled 6\nthrottled_usec 1250000\n")).ShouldBe((250, 0.5, 200));
    }

    [Fact]
    public void Version_1_counts_nanoseconds()
    {
        Write("cpu.cfs_quota_us", "50000\n");
        Write("cpu.cfs_period_us", "50000\n");
        Write("cpu.stat", "nr_periods 9\nnr_throttled 4\nthrottled_time 1000000000\n");
        Read(() => Write("cpu.stat", "nr_periods 12\nnr_throttled 6\nthrottled_time 1250000000\n")).ShouldBe((250, 1, 100));
    }

    [Fact]
    public void A_group_without_a_limit_stops_nothing()
    {
        Write("cpu.max", "max 100000");
        Read(() => { }).ShouldBe((0, null, null));
    }

    public void Dispose() => _groups.Dispose();

    private (double? Throttled, double? Quota, double? Periods) Read(Action meanwhile)
    {
        if (!OperatingSystem.IsLinux())
        {
            Assert.Skip("needs Linux: control groups");
        }

        var probe = new QuotaProbe(Environment.ProcessId, [_groups.Path]);
        probe.Read();
        meanwhile();
        probe.Read();
        var seen = new Evidence("p", new Dictionary<string, string>(), probe.Observe(TimeSpan.FromSeconds(1)));
        return (seen.Find(WatchQuantities.Throttled)?.Value, seen.Find(WatchQuantities.Quota)?.Value,
            seen.Find(WatchQuantities.ThrottledPeriods)?.Value);
    }

    private void Write(string name, string text) => File.WriteAllText(_groups.PathOf(name), text);
}
