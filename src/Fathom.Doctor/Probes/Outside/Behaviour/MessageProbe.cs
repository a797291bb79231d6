using Fathom.Diagnosis.Experiments;
using Fathom.Diagnosis.Observations;

namespace Fathom.Doctor.Probes.Outside.Behaviour;

/// <summary>Looks at how the messages of a reply come: in how many frames, how soon the first byte, how long until the last.</summary>
internal sealed class MessageProbe : IServiceProbe
{
    private const string Name = "messages";
    private const int Calls = 3;

    /// <inheritdoc/>
    public string Describe(ProbeSession session) => "Looks at a reply as it comes: how many frames, when the first byte and the last?";

    /// <inheritdoc/>
    public async Task ObserveAsync(ProbeSession session, CancellationToken cancellation)
    {
        List<double> first = [];
        List<double> stream = [];
        List<double> after = [];
        for (var i = 0; i < Calls; i++)
        {
            var connection = (await session.RentAsync(ProbeConnectionOptions.Default, 1, cancellation))[0];
            var call = await session.CallAsync(connection, isNoOp: false, cancellation);
            if (call.Trace is [var begin, .., var end])
            {
                first.Add(session.Milliseconds(call.Asked, begin.At));
                stream.Add(session.Milliseconds(begin.At, end.At));
            }

            if (call.LastMessageAt is { } last)
            {
                after.Add(session.Milliseconds(last, call.EndedAt));
            }

            session.Observe(Name, BehaviourQuantities.ReplyFrames, (double)call.DataFrames);
            session.Observe(Name, BehaviourQuantities.LargestMessage, (double)call.Reply.Largest);
        }

        session.Observe(Name, BehaviourQuantities.FirstByteTime, first);
        session.Observe(Name, BehaviourQuantities.StreamTime, stream);
        session.Observe(Name, BehaviourQuantities.StatusAfterTime, after);
    }
}
