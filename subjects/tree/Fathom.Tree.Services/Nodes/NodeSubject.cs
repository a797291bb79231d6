using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Subjects;
using Fathom.Tree.Tracing;

namespace Fathom.Tree.Services.Nodes;

/// <summary>A process of the tree between its start and its end: counts, and traces, from <c>begin</c> to <c>end</c>.</summary>
internal static class NodeSubject
{
    public static Task FollowAsync(SubjectSession session, string address, SpanRecorder spans, string? file)
    {
        var meter = new ProcessMeter();
        PoolWatch? watch = null;
        session.Reply(new SubjectReply.Ready(address));
        return session.FollowAsync((command, _) =>
        {
            switch (command)
            {
                case SubjectCommand.Begin:
                    spans.Clear();
                    watch?.Dispose();
                    watch = PoolWatch.Start(spans);
                    meter.Begin();
                    session.Reply(new SubjectReply.Counting());
                    break;
                case SubjectCommand.End:
                    var values = meter.End();
                    watch?.StopAndReport(values);
                    watch?.Dispose();
                    watch = null;
                    values[ReportedValues.DroppedSpans] = spans.Dropped;
                    if (file is not null)
                    {
                        spans.WriteTo(file);
                    }

                    session.Reply(new ProcessFigures { Values = values });
                    break;
                case SubjectCommand.Collect:
                    GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
                    session.Reply(new SubjectReply.Collected());
                    break;
                default:
                    session.Reply(new SubjectReply.Failed(
                        $"a server accepts '{SubjectCommand.Begin}', '{SubjectCommand.End}' and '{SubjectCommand.Collect}', "
                            + $"not '{command}'"));
                    break;
            }

            return Task.CompletedTask;
        });
    }
}
