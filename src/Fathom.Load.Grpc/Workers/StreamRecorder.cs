using Fathom.Load.Counting;
using Fathom.Load.Grpc.Calls;
using Fathom.Transport.Calls;

namespace Fathom.Load.Grpc.Workers;

/// <summary>Counts the messages of streams: how many, when the first came, how far apart they are, and how long answers take. Owned by
/// the worker; times are those of its turns.</summary>
internal sealed class StreamRecorder(CallRecorder recorder, MethodKind kind)
{
    public bool CountsSent { get; } = kind is MethodKind.ClientStreaming or MethodKind.DuplexStreaming;

    public bool CountsReceived { get; } = kind is MethodKind.ServerStreaming or MethodKind.DuplexStreaming;

    private bool IsDuplex => CountsSent && CountsReceived;

    /// <summary>A request message was written.</summary>
    public void OnSent(LoadCall call, long now)
    {
        recorder.StreamsOf(call.Ticket).Sent++;
        if (IsDuplex)
        {
            (call.Answers ??= new AnswerClock()).OnSent(now);
        }
    }

    /// <summary>Reply messages were received together.</summary>
    public void OnReceived(LoadCall call, int messages, long now)
    {
        var streams = recorder.StreamsOf(call.Ticket);
        streams.Received += messages;
        for (var i = 0; i < messages; i++)
        {
            // Messages of one packet arrived together: the first had to be waited for.
            if (call.LastMessageAt == 0)
            {
                streams.FirstMessage.Count(now - call.Ticket.Intended);
            }
            else
            {
                var gap = now - call.LastMessageAt;
                streams.Gap.Count(gap);
                call.LongestGap = Math.Max(call.LongestGap, gap);
            }

            call.LastMessageAt = Math.Max(1, now);
            if (call.Answers?.OnReply() is { } sent)
            {
                streams.Answer.Count(now - sent);
            }
        }
    }

    /// <summary>A stream has ended.</summary>
    /// <param name="call">The call.</param>
    /// <param name="succeeded">Whether it succeeded.</param>
    /// <param name="now">The time.</param>
    public void OnEnded(LoadCall call, bool succeeded, long now)
    {
        var streams = recorder.StreamsOf(call.Ticket);
        if (call.LastMessageAt > 0 && call.Cancelled != CancelReason.None && now - call.LastMessageAt > call.LongestGap)
        {
            // It fell silent until it was ended. A shorter silence is only a part of a gap.
            streams.Gap.Count(now - call.LastMessageAt);
        }

        // What was on its way when a stream was ended has no answer.
        if (IsDuplex && succeeded && call.Cancelled == CancelReason.None && call.Answers is { IsPaired: false })
        {
            streams.Unpaired++;
        }
    }
}
