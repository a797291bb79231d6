using Fathom.Diagnosis.Causes.Frame16kOverhead;
using Fathom.Doctor;
using Fathom.Doctor.Services;
using Fathom.Diagnosis.Observations;
using Fathom.Records;
using Fathom.Records.Doctors;
using Fathom.Tests.Doctor.Services;

namespace Fathom.Tests.Diagnosis.Causes.Services;

public sealed class Frame16kOverheadTests
{
    private static readonly Frame16kOverheadCause Cause = new();

    [Fact]
    public void A_reply_as_fast_as_memory_in_small_frames_is_information_and_the_service_stays_healthy()
    {
        var screening = new CauseScreening(Seen(1_200, 16_384), isService: true);
        screening.Suspects.Select(s => s.Cause.Id).ShouldBe(["frame-16k-overhead"]);
        screening.Suspects[0].Screening.ShouldSatisfyAllConditions(
            s => s.Share.ShouldBe(0), s => s.Evidence.ShouldContain("in frames of up to 16,384 bytes, 1,200 MB/s"));
        ServiceVerdictText.Sentence(screening,
        [
            new DoctorCause
            {
                Id = "frame-16k-overhead", Kind = FindingKind.Hint, Share = 0, Evidence = screening.Suspects[0].Screening.Evidence,
                Fix = "",
            },
        ]).ShouldStartWith("Healthy: nothing to fix was found");
    }

    [Theory]
    [InlineData(900, 16_384, 32 << 20)]
    [InlineData(1_200, 1 << 20, 32 << 20)]
    [InlineData(1_200, 16_384, 1 << 20)]
    public void Slower_or_smaller_replies_and_larger_frames_rule_it_out(double rate, double frame, double bytes) =>
        Cause.ScreenService(Seen(rate, frame, bytes))!.IsSuspected.ShouldBeFalse();

    private static Evidence Seen(double rate, double frame, double bytes = 32 << 20) => ServiceEvidence.With(
        ServiceQuantities.ReplyBytes.Is(bytes), ServiceQuantities.PlainReplyBytes.Is(bytes), PathQuantities.TransferRate.Is(rate),
        PathQuantities.LargestFrame.Is(frame));
}
