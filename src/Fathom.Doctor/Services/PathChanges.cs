using Fathom.Diagnosis.Experiments;
using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Probes.Outside;
using Fathom.Doctor.Probes.Outside.Transfers;

namespace Fathom.Doctor.Services;

/// <summary>The changes for causes of the path, where the probes of large requests and replies have observed what each needs.</summary>
internal static class PathChanges
{
    private const int Parts = 4;
    private const int Further = 2;

    // A window small enough to keep a queue short: the smallest that a connection can have.
    private static readonly ProbeConnectionOptions Paced = new() { ConnectionWindow = Wire.FlowControl.FlowWindow.DefaultSize };

    /// <summary>All of them.</summary>
    /// <param name="seen">What was observed.</param>
    /// <param name="few">Calls one after another.</param>
    public static IEnumerable<ServiceChange> Of(Evidence seen, ServiceTrial few) =>
        [.. Windows(seen, few), .. Bulk(seen), .. Requests(seen), .. Pause(seen), .. Metadata(seen, few)];

    private static IEnumerable<ServiceChange> Windows(Evidence seen, ServiceTrial few)
    {
        var call = seen.Value(ServiceQuantities.CallTime);
        if (seen.Find(PathQuantities.LargeWindowCallTime) is { Value: var large })
        {
            yield return new ServiceChange("SETTINGS_INITIAL_WINDOW_SIZE",
                ServiceChanges.Text(seen.Value(TransferQuantities.ClientWindow)), ServiceChanges.Text(ProbeConnectionOptions.LargeWindow),
                TransferQuantities.ClientWindow.Is(ProbeConnectionOptions.LargeWindow), ServiceQuantities.CallTime, few,
                few with { Options = ReplyProbe.LargeWindow }) { Value = ServiceChanges.Median, PairMs = few.Calls * (call + large) };
        }

        if (seen.Find(LinkQuantities.BytesPerRoundTrip) is { Value: var part })
        {
            var window = (int)Math.Clamp(Parts * part, Wire.FlowControl.FlowWindow.DefaultSize, ProbeConnectionOptions.LargeWindow);
            var several = few with { Calls = Math.Max(2, few.Calls) };
            yield return new ServiceChange("SETTINGS_INITIAL_WINDOW_SIZE", ServiceChanges.Text(window),
                ServiceChanges.Text(ProbeConnectionOptions.LargeWindow),
                PathQuantities.SpareWindow.Is(ProbeConnectionOptions.LargeWindow), ServiceQuantities.CallTime,
                several with { Options = Waiting(window) }, several with { Options = Waiting(ProbeConnectionOptions.LargeWindow) })
            {
                // Waits only add to a call whose time is set by round trips.
                Value = r => r.CallMs.Min(),
                IsEquivalence = true,
                PairMs = 2 * several.Calls * call,
            };
        }
    }

    // Acknowledged at once: a small window is given back often, and a socket that sends delays its acknowledgements, by 40 ms on Linux.
    private static ProbeConnectionOptions Waiting(int window) => new() { StreamWindow = window, QuickAck = OperatingSystem.IsLinux() };

    private static IEnumerable<ServiceChange> Bulk(Evidence seen)
    {
        if (seen.Find(PathQuantities.BulkTime) is not { Value: var one }
            || seen.Find(PathQuantities.SpreadBulkTime) is not { Value: var spread })
        {
            yield break;
        }

        var calls = (int)seen.Value(PathQuantities.BulkCalls);
        var bulk = new ServiceTrial { Calls = calls, AtOnce = calls };
        var over = new ServiceChange("connections", "1", ServiceChanges.Text(calls), PathQuantities.BulkConnections.Is(calls),
            PathQuantities.BulkTime, bulk, bulk with { Connections = calls }) { Value = r => r.TotalMs, PairMs = one + spread };
        yield return over;
        // More would fill a short queue at once, lose packets and prove nothing.
        yield return over with
        {
            To = ServiceChanges.Text(Further),
            Sets = PathQuantities.FurtherConnections.Is(Further),
            Changed = bulk with { Connections = Further },
            IsEquivalence = true,
        };
        if (seen.Find(PathQuantities.LiftedBulkTime) is { Value: var lifted })
        {
            yield return new ServiceChange("connection-window", ServiceChanges.Text(seen.Value(PathQuantities.ConnectionWindow)),
                ServiceChanges.Text(ProbeConnectionOptions.LargeConnectionWindow),
                PathQuantities.ConnectionWindow.Is(ProbeConnectionOptions.LargeConnectionWindow), PathQuantities.BulkTime, bulk,
                bulk with { Options = TransferProbe.Lifted }) { Value = r => r.TotalMs, PairMs = one + lifted };
        }

        var window = Paced.ConnectionWindow!.Value;
        var trips = calls * seen.Value(ServiceQuantities.ReplyBytes) / window;
        yield return new ServiceChange("connection-window", ServiceChanges.Text(seen.Value(PathQuantities.ConnectionWindow)),
            ServiceChanges.Text(window), PathQuantities.BesideWindow.Is(window), PathQuantities.BulkNoOp,
            bulk with { IsWatched = true }, bulk with { IsWatched = true, Options = Paced })
        {
            Value = r => r.Beside.NoOps.Max(),
            PairMs = one + Math.Max(one, trips * (seen.Find(ServiceQuantities.PingTime)?.Value ?? 0)),
        };
    }

    // Where a connection's window is hardly larger than a stream's, further connections bring more credit; else further streams do.
    private static IEnumerable<ServiceChange> Requests(Evidence seen)
    {
        if (seen.Find(PathQuantities.CreditShare) is null)
        {
            yield break;
        }

        var call = seen.Value(ServiceQuantities.CallTime);
        var isShared = seen.Value(PathQuantities.ServerConnectionWindow) < Parts * seen.Value(TransferQuantities.ServerWindow);
        var together = new ServiceTrial { Calls = Parts, AtOnce = Parts };
        yield return new ServiceChange(isShared ? "connections" : "calls-at-once", "1", ServiceChanges.Text(Parts),
            PathQuantities.RequestLanes.Is(Parts), ServiceQuantities.BatchTime, isShared ? together : together with { AtOnce = 1 },
            isShared ? together with { Connections = Parts } : together) { Value = r => r.TotalMs, PairMs = (Parts + 1) * call };
    }

    private static IEnumerable<ServiceChange> Pause(Evidence seen)
    {
        if (seen.Find(PathQuantities.Pause) is { Value: var seconds })
        {
            var after = new ServiceTrial { Pause = TimeSpan.FromSeconds(seconds) };
            yield return new ServiceChange("pause", ServiceChanges.Text(seconds), "0", PathQuantities.Pause.Is(0),
                PathQuantities.AfterPauseTime, after, after with { Pause = TimeSpan.Zero })
            {
                Value = ServiceChanges.Median,
                PairMs = (1000 * seconds) + seen.Value(PathQuantities.AfterPauseTime) + (3 * seen.Value(ServiceQuantities.CallTime)),
            };
        }
    }

    private static IEnumerable<ServiceChange> Metadata(Evidence seen, ServiceTrial few)
    {
        if (seen.Find(PathQuantities.BareNoOpTime) is { Value: var bare })
        {
            var noOps = few with { IsNoOp = true };
            yield return new ServiceChange("metadata", "as given", "none", PathQuantities.IsBare.Is(true), ServiceQuantities.NoOpTime,
                noOps, noOps with { Options = MetadataProbe.Bare })
            {
                Value = ServiceChanges.Median,
                PairMs = few.Calls * (bare + seen.Value(ServiceQuantities.NoOpTime)),
            };
        }
    }
}
