using Fathom.Diagnosis.Causes.MessageTooLarge;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Diagnosis.Causes;

public sealed class MessageTooLargeTests : CauseTests<MessageTooLargeCause>
{
    protected override Setting[] Set => [CallQuantities.IsStream.Is(false)];

    protected override Setting[] Measured =>
        [CallQuantities.MessageBytes.Is(4_860_007), CallQuantities.Failed.Is(50), CallQuantities.ResourceExhausted.Is(50)];

    protected override Setting Change => CallQuantities.IsStream.Is(true);

    protected override Setting[] MeasuredAfter => [CallQuantities.MessageBytes.Is(979), CallQuantities.Failed.Is(0)];

    protected override Quantity<double> Metric => CallQuantities.MessageBytes;

    [Fact]
    public void The_claim_has_the_words_of_gRPC() => Judge()!.Claim.ShouldBe(
        "All 50 downloads as one message failed with ResourceExhausted (\"Received message larger than max (4860007 vs. 4194304)\"); "
            + "as a stream of messages of 979 bytes none did.");

    [Fact]
    public void Other_failures_beside_it_make_no_claim() => Judge(CallQuantities.Failed.Is(51)).ShouldBeNull();

    [Fact]
    public void A_stream_that_fails_as_well_proves_nothing() => Judge(butAfter: CallQuantities.Failed.Is(1)).ShouldBeNull();

    [Fact]
    public void A_message_of_just_the_limit_is_not_too_large() =>
        Judge(CallQuantities.MessageBytes.Is(MessageTooLargeCause.DefaultLimit)).ShouldBeNull();
}
