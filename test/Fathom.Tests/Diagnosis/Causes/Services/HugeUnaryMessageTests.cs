using Fathom.Diagnosis.Causes.HugeUnaryMessage;
using Fathom.Diagnosis.Observations;
using Fathom.Tests.Doctor.Services;

namespace Fathom.Tests.Diagnosis.Causes.Services;

public sealed class HugeUnaryMessageTests
{
    private static readonly HugeUnaryMessageCause Cause = new();

    private static readonly Setting[] Huge =
    [
        BehaviourQuantities.LargestMessage.Is(8 << 20), BehaviourQuantities.FirstByteTime.Is(20), BehaviourQuantities.StreamTime.Is(20),
    ];

    [Fact]
    public void A_huge_message_whose_first_byte_comes_late_is_made_as_a_whole_first() =>
        Cause.ScreenService(ServiceEvidence.With(Huge))!.Evidence.ShouldStartWith(
            "the largest message of a reply has 8 MiB: its first byte comes after 20 ms of the 40 ms of a call");

    [Fact]
    public void A_compressed_one_is_a_question_of_compression() => Cause.ScreenService(
        ServiceEvidence.With([.. Huge, CompressionQuantities.Codec.Is("gzip")]))!.IsSuspected.ShouldBeFalse();

    [Fact]
    public void One_whose_first_byte_comes_at_once_is_bound_by_the_path() => Cause.ScreenService(
        ServiceEvidence.With([Huge[0], BehaviourQuantities.FirstByteTime.Is(2), Huge[2]]))!.IsSuspected.ShouldBeFalse();

    [Fact]
    public void An_ordinary_one_is_cleared() => Cause.ScreenService(ServiceEvidence.With())!.IsSuspected.ShouldBeFalse();
}
