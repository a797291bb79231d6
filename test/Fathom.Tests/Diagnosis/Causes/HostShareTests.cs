using Fathom.Diagnosis.Causes.HostShare;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Diagnosis.Causes;

public sealed class HostShareTests : CauseTests<HostShareCause>
{
    protected override Setting[] Set => [CallQuantities.ServerStack.Is("kestrel")];

    protected override Setting[] Measured => [CallQuantities.ClientCpu.Is(600), CallQuantities.ServerCpu.Is(30)];

    protected override Setting Change => CallQuantities.ServerStack.Is("native");

    protected override Setting[] MeasuredAfter => [CallQuantities.ClientCpu.Is(600), CallQuantities.ServerCpu.Is(10)];

    protected override Quantity<double> Metric => CallQuantities.ServerCpu;

    [Fact]
    public void The_claim_names_the_share_and_the_other_host() => Judge()!.Claim.ShouldBe(
        "The host takes 30 µs of a call's 630 µs of processor time, 4.76 % (range of 5 replicates 4.76 to 4.76), with as it is, and "
            + "10 µs with changed and nothing else changed; that is the kernel's work for its socket, HTTP/2, gRPC, the serializer and the "
            + "handler, which mirrors a short message.");
}
