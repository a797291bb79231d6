using Fathom.Diagnosis.Causes.LoggingOverhead;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Diagnosis.Causes;

public sealed class LoggingOverheadTests : CauseTests<LoggingOverheadCause>
{
    protected override Setting[] Set => [];

    protected override Setting[] Measured => [CallQuantities.WallTime.Is(1300), WatchQuantities.LoggingShare.Is(0.8)];

    protected override Setting Change => WatchQuantities.LogLevel.Is("Warning");

    protected override Setting[] MeasuredAfter => [CallQuantities.WallTime.Is(300), WatchQuantities.LoggingShare.Is(0)];

    protected override Quantity<double> Metric => CallQuantities.WallTime;

    [Fact]
    public void A_level_that_leaves_more_than_half_of_the_time_in_loggers_is_not_what_changed_the_time() =>
        Judge(butAfter: WatchQuantities.LoggingShare.Is(0.5)).ShouldBeNull();

    [Fact]
    public void A_process_is_suspected_from_a_tenth_of_the_time_on_and_the_code_is_named()
    {
        var seen = EvidenceOf("p", [WatchQuantities.LoggingAt.Is("App.Handle")], [WatchQuantities.LoggingShare.Is(0.1)]);
        var suspected = new LoggingOverheadCause().Screen(seen).ShouldNotBeNull();
        suspected.IsSuspected.ShouldBeTrue();
        suspected.Evidence.ShouldEndWith("in a logger, mostly in App.Handle");
        new LoggingOverheadCause().Screen(EvidenceOf("p", [], [WatchQuantities.LoggingShare.Is(0.09)]))!.IsSuspected.ShouldBeFalse();
        new LoggingOverheadCause().Screen(EvidenceOf("p", [], [])).ShouldBeNull("stacks were not seen");
    }
}
