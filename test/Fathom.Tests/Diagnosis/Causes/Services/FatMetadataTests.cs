using Fathom.Diagnosis.Causes.FatMetadata;
using Fathom.Diagnosis.Observations;
using Fathom.Tests.Doctor.Services;

namespace Fathom.Tests.Diagnosis.Causes.Services;

public sealed class FatMetadataTests
{
    private static readonly FatMetadataCause Cause = new();

    private static readonly Setting[] Fat =
    [
        PathQuantities.MetadataBytes.Is(8_200), PathQuantities.HeaderBytes.Is(8_260), ServiceQuantities.NoOpTime.Is(110),
        ServiceQuantities.CallTime.Is(111), PathQuantities.BareNoOpTime.Is(42),
    ];

    [Fact]
    public void Metadata_that_costs_time_is_proven_by_calls_without_it()
    {
        var seen = ServiceEvidence.With(Fat);
        Cause.ScreenService(seen)!.ShouldSatisfyAllConditions(s => s.IsSuspected.ShouldBeTrue(),
            s => s.Evidence.ShouldStartWith("each call sends 8,260 bytes of header fields for a request of 25 bytes"));
        ServiceEvidence.Judge(Cause, seen, PathQuantities.IsBare.Is(true), ServiceQuantities.NoOpTime, 110, 42).ShouldNotBeNull()
            .Claim.ShouldStartWith("8,200 bytes of metadata go with every call: a no-op call takes 110 ms, and 42 ms without them");
    }

    [Fact]
    public void Metadata_that_costs_nothing_is_cleared() =>
        Cause.ScreenService(ServiceEvidence.With([.. Fat, PathQuantities.BareNoOpTime.Is(109)]))!.IsSuspected.ShouldBeFalse();

    [Fact]
    public void A_few_fields_are_cleared_by_their_size() =>
        Cause.ScreenService(ServiceEvidence.With())!.Evidence.ShouldBe("the caller's metadata is 40 bytes");
}
