using Fathom.Diagnosis.Causes.GcPauses;
using Fathom.Diagnosis.Observations;
using Fathom.Tests.Diagnosis.Causes.Programs;

namespace Fathom.Tests.Diagnosis.Causes;

public sealed class GcPausesTests : CauseTests<GcPausesCause>
{
    protected override Setting[] Set => [];

    protected override Setting[] Measured =>
    [
        CallQuantities.WallTime.Is(4000), WatchQuantities.Watched.Is(4000), WatchQuantities.Collections.Is(300),
        WatchQuantities.PauseTime.Is(1600), WatchQuantities.LongestPause.Is(30),
    ];

    protected override Setting Change => WatchQuantities.Gen0Budget.Is(256 << 20);

    protected override Setting[] MeasuredAfter => [CallQuantities.WallTime.Is(2500), WatchQuantities.Collections.Is(12)];

    protected override Quantity<double> Metric => CallQuantities.WallTime;

    [Fact]
    public void As_many_collections_as_before_are_not_what_changed_the_time() =>
        Judge(butAfter: WatchQuantities.Collections.Is(200)).ShouldBeNull();

    [Fact]
    public void Pauses_of_less_than_a_tenth_of_the_time_are_not_the_cause() =>
        Judge(but: WatchQuantities.PauseTime.Is(390)).ShouldBeNull();

    [Fact]
    public void A_process_is_suspected_from_a_tenth_of_the_time_in_pauses_on()
    {
        var suspected = new GcPausesCause().Screen(EvidenceOf("p", [], Measured)).ShouldNotBeNull();
        (suspected.IsSuspected, suspected.Share).ShouldBe((true, 0.4));
        suspected.Evidence.ShouldBe("300 collections stopped all threads for 40 % of the time, the longest for 30 ms");
        var ruledOut = new GcPausesCause().Screen(EvidenceOf("p", [],
            [.. Measured.Where(m => m.Of != WatchQuantities.PauseTime), WatchQuantities.PauseTime.Is(390)])).ShouldNotBeNull();
        (ruledOut.IsSuspected, ruledOut.Share, ruledOut.Fix).ShouldBe((false, 0, ""));
    }

    [Theory]
    [InlineData(290, "the same without GC.Collect, in the code")]
    [InlineData(20, "a larger generation 0: DOTNET_GCgen0size=10000000")]
    public void Collections_that_the_program_asks_for_are_cured_in_its_code(double induced, string proof)
    {
        var suspected = new GcPausesCause().Screen(
            EvidenceOf("p", [], [.. Measured, WatchQuantities.InducedCollections.Is(induced)])).ShouldNotBeNull();
        (suspected.IsSuspected, suspected.Proof).ShouldBe((true, proof));
        ProgramEvidence.Tried(new GcPausesCause(), [.. Measured, WatchQuantities.InducedCollections.Is(induced)])
            .ShouldBe(induced > 150 ? [] : ["DOTNET_GCgen0size=10000000"]);
        suspected.Evidence.Contains("asked for 290 of them (GC.Collect)", StringComparison.Ordinal).ShouldBe(induced > 150);
    }
}
