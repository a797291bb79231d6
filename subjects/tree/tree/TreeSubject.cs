using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Subjects;
using Fathom.Subjects.Tree.Waterfalls;
using Fathom.Tree.Nodes;
using Fathom.Tree.Tracing;

namespace Fathom.Subjects.Tree;

/// <summary>The tree between its start and its end: lets the five count, and joins their spans with what the users saw.</summary>
internal static class TreeSubject
{
    public static Task FollowAsync(SubjectSession session, ProcessTree tree)
    {
        var restarts = 0;
        session.Reply(new SubjectReply.Ready(tree.Processes.First().Address.GetLeftPart(UriPartial.Authority))
        {
            Addresses = tree.Processes.ToDictionary(p => p.Name, p => p.Address.GetLeftPart(UriPartial.Authority))
                .Append(new(RequestLog.Address, new Uri(Path.Combine(tree.Folder, RequestLog.FileName)).AbsoluteUri)).ToDictionary(),
        });
        return session.FollowAsync(async (command, _) =>
        {
            switch (command)
            {
                case SubjectCommand.Begin:
                    restarts = tree.Processes.Sum(p => p.Restarts);
                    tree.ForgetTraces();
                    await Task.WhenAll(tree.Processes.Select(p => p.BeginAsync()));
                    session.Reply(new SubjectReply.Counting());
                    break;
                case SubjectCommand.End:
                    session.Reply(await EndAsync(tree, restarts));
                    break;
                case SubjectCommand.Collect:
                    await Task.WhenAll(tree.Processes.Select(p => p.CollectAsync()));
                    session.Reply(new SubjectReply.Collected());
                    break;
                default:
                    session.Reply(new SubjectReply.Failed(
                        $"the tree accepts '{SubjectCommand.Begin}', '{SubjectCommand.End}' and '{SubjectCommand.Collect}', "
                            + $"not '{command}'"));
                    break;
            }
        }, () => tree.DisposeAsync().AsTask());
    }

    private static async Task<ProcessFigures> EndAsync(ProcessTree tree, int restartsBefore)
    {
        var reported = await Task.WhenAll(tree.Processes.Select(async p => (p.Name, Figures: await p.EndAsync())));
        var processes = reported.Where(r => r.Figures is not null).ToDictionary(r => r.Name, r => r.Figures!.Values);
        var values = new Dictionary<string, double>
        {
            [ReportedValues.CpuTime] = Sum(ReportedValues.CpuTime),
            [ReportedValues.AllocatedBytes] = Sum(ReportedValues.AllocatedBytes),
            [ReportedValues.Collections] = Sum(ReportedValues.Collections),
            [ReportedValues.DroppedSpans] = Sum(ReportedValues.DroppedSpans),
            [ReportedValues.Restarts] = tree.Processes.Sum(p => p.Restarts) - restartsBefore,
        };
        var log = Path.Combine(tree.Folder, RequestLog.FileName);
        var spans = processes.Keys.Where(p => File.Exists(tree.SpansOf(p)))
            .ToDictionary(p => p, p => (IReadOnlyList<Span>)[.. File.ReadLines(tree.SpansOf(p)).Select(Span.Parse)]);
        var traces = new TraceSet(spans);
        values[ReportedValues.TracedRequests] = traces.RequestsOf(TreeNodes.RestApi) + traces.RequestsOf(TreeNodes.RestAdminApi);
        if (!File.Exists(log))
        {
            return new ProcessFigures { Values = values, Processes = processes };
        }

        var summary = WaterfallSummary.Of(traces, RequestLog.Read(log));
        if (summary.MedianPercent is { } percent)
        {
            values[ReportedValues.WaterfallShare] = percent;
        }

        return new ProcessFigures { Values = values, Processes = processes, Waterfall = summary.Parts };

        double Sum(ReportedValue value) => processes.Values.Sum(v => v.GetValueOrDefault(value.Name));
    }
}
