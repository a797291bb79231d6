using Fathom.Diagnosis.Causes.FlushPerMessage;
using Fathom.Diagnosis.Observations;
using Fathom.Tests.Doctor.Services;

namespace Fathom.Tests.Diagnosis.Causes.Services;

public sealed class FlushPerMessageTests
{
    private static readonly FlushPerMessageCause Cause = new();

    [Theory]
    [InlineData(1_000, 1_000, 10, true)]
    [InlineData(1_000, 178, 10, true)]
    [InlineData(1_000, 7, 10, false)] // Full frames.
    [InlineData(1_000, 1_000, 900, false)] // Events, sent as they occur.
    [InlineData(20, 20, 1, false)]
    public void Many_small_messages_in_as_many_frames_one_right_after_the_other_are_flushed_one_by_one(
        double messages, double frames, double streamMs, bool isSuspected) => Cause.ScreenService(ServiceEvidence.With(
            PathQuantities.ReplyMessages.Is(messages), BehaviourQuantities.ReplyFrames.Is(frames),
            BehaviourQuantities.StreamTime.Is(streamMs), ServiceQuantities.CallTime.Is(streamMs + 1),
            ServiceQuantities.ReplyBytes.Is(100 * messages)))!.IsSuspected.ShouldBe(isSuspected);
}
