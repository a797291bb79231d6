using Fathom.Doctor.Services;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Doctor.Services;

/// <summary>Where connections to one address differ by themselves, a comparison of two connections shows no more than that.</summary>
public sealed class PlacementConfounderTests
{
    private static readonly IReadOnlyList<ServiceChange> Changes = ServiceChanges.Of(ServiceEvidence.With(
        BehaviourQuantities.SlowConnection.Is(1), BehaviourQuantities.FastConnection.Is(0), BehaviourQuantities.NoOpBesideOne.Is(20),
        BehaviourQuantities.TickPeriod.Is(40), PathQuantities.LargeWindowCallTime.Is(100)));

    [Theory]
    [InlineData("TCP_QUICKACK", true)]
    [InlineData("grpc-accept-encoding", true)]
    [InlineData("SETTINGS_INITIAL_WINDOW_SIZE", true)]
    [InlineData("pause-before-call", false)]
    [InlineData("method-beside", false)]
    [InlineData("connection", false)] // The change itself.
    public void Changes_that_use_another_connection_are_confounded(string variable, bool isConfounded) =>
        Changes.Single(c => c.Variable == variable).IsConfoundedByPlacement.ShouldBe(isConfounded);
}
