using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Examination;
using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Services.Watching;
using Fathom.Records.Doctors;
using Fathom.Records.Words;
using static Fathom.Records.Words.ShareText;

namespace Fathom.Doctor.Services;

/// <summary>The sentences of a verdict on a service.</summary>
internal static class ServiceVerdictText
{
    /// <summary>The verdict in a few sentences.</summary>
    /// <param name="screening">What causes say of what was observed.</param>
    /// <param name="causes">The causes, best first.</param>
    /// <param name="rivals">What calls at once wait for; null where they do not wait for each other, or were not made.</param>
    public static string Sentence(CauseScreening screening, IReadOnlyList<DoctorCause> causes, RivalVerdict? rivals = null) =>
        Verdict(screening, causes, rivals) + Code(screening, causes, rivals) + Idle(screening.Seen) + Dropped(screening.Seen);

    private static string Verdict(CauseScreening screening, IReadOnlyList<DoctorCause> causes, RivalVerdict? rivals) => causes switch
    {
        [] when !screening.Seen.Has(ServiceQuantities.CallTime) => "Interrupted before calls were timed: nothing was seen.",
        [{ Proof: { } proof } first, ..] =>
            $"{first.Id} costs {Percent(first.Share)} of the time, proven by {proof.Variable}={proof.Value} alone. {first.Claim}",
        _ when rivals is not null => (rivals.IsFound ? "" : Waits(screening.Seen)) + rivals.Sentence
            + (rivals.IsFound ? Opens(screening.Seen) : "") + MostlyAt(screening.Seen) + Often(screening.Seen) + Timer(screening.Seen)
            + Besides(screening),
        [var only] when screening.IsByExclusion(only.Id) =>
            $"{Healthy(screening, "nothing of gRPC's to fix was found")} The call itself "
                + $"{(screening.Seen.Is(ServerQuantities.MostlyComputes) ? "computes" : "waits")}: {only.Evidence}.",
        [var only] when screening.IsInformation(only.Id) =>
            $"{Healthy(screening, "nothing to fix was found")} {Bound(screening.Seen)} But {only.Evidence}.",
        [var first, var second, ..] when screening.OfOnePart(first.Id, second.Id) is { } proof =>
            $"Undetermined: {first.Id}, or {second.Id}: {first.Evidence}. What tells them apart is {proof}.",
        [var first, ..] => $"Nothing is proven. {first.Id} is suspected: {first.Evidence}.",
        _ => $"{Healthy(screening, "nothing to fix was found")} {Bound(screening.Seen)}",
    };

    // Where to look, of what is lost in the server.
    private static string Code(CauseScreening screening, IReadOnlyList<DoctorCause> causes, RivalVerdict? rivals) =>
        rivals is not null
            ? screening.Seen.Find(ServerQuantities.CodeWhileAtOnce) is { Value: var many }
                ? $" While calls at once are served, the server's code {many}." : ""
            : causes is [var only] && screening.IsByExclusion(only.Id)
                && screening.Seen.Find(ServerQuantities.CodeWhileOne) is { Value: var one }
                ? $" While a call is served, its code {one}." : "";

    // What was seen comes before what is left.
    private static string Waits(Evidence seen) => seen.Find(ServerQuantities.WaitShare) is { Value: >= Screening.Most }
        && ServerQuantities.Clause(seen) is { } clause ? $"First look at this: {clause}. " : "";

    // What processors do may be that.
    private static string Opens(Evidence seen) =>
        seen.Find(ServerQuantities.OpenedForCall) is { Value: >= PeerActivityText.LeastOpened and var opened }
            ? $" For each call the server opens {FigureText.Count(Math.Round(opened, 1), "connection")} to what is behind it, in place of "
                + "those that it had." : "";

    private static string MostlyAt(Evidence seen) => seen.Find(ServerQuantities.MostlyAt) is { Value: var most }
        ? $" While calls at once are served, servers compute, {most}." : "";

    private static string Often(Evidence seen) =>
        seen.Find(ServerQuantities.OftenForCall) is { Value: var often } ? $" For each call the server {often}." : "";

    private static string Timer(Evidence seen) => seen.Find(ServerQuantities.TimerShare) is { Value: >= Screening.Most and var share }
        ? $" Alone, a call waits {Percent(share)} of its time until a timer of the server's own is over: nothing that it may wait for "
            + "comes before." : "";

    // A collector or a compiler that works off what came before takes less.
    private static string Idle(Evidence seen) => seen.Find(ServerQuantities.ComputesIdle) is { Value: >= Screening.Most and var processors }
        ? $" While no call is made, too, the server's process computes on {FigureText.Count(Math.Round(processors, 1), "processor")}." : "";

    // The first time that a SYN is sent again comes after a second (RFC 6298, section 2.1).
    private static string Dropped(Evidence seen) => (seen.Has(ServerQuantities.DroppedConnections)
        ? " While calls are served, connections are dropped on the server's machine, since the queue of who accepts them is full (the "
            + "backlog of its listener): each is tried again after a second at the earliest." : "")
        + (seen.Has(ServerQuantities.DroppedDatagrams)
        ? " While calls are served, datagrams that come to the server are dropped, since the receive buffer of its socket is full "
            + "(SO_RCVBUF): who awaits one waits until it is asked for again." : "");

    // What takes long now and then is none of the ways in which calls wait for each other.
    private static string Besides(CauseScreening screening) =>
        screening.Suspects.FirstOrDefault(s => s.Screening.Part == Screening.NowAndThen) is { Screening.Evidence: var evidence }
            ? $" Besides, {evidence}." : "";

    // Healthy is a measurement: each question was asked, and calls at once do not wait for each other.
    private static string Healthy(CauseScreening screening, string what)
    {
        List<string> notAsked = screening.NotSeen.Count == 0 ? [] : [$"{FigureText.Count(screening.NotSeen.Count, "cause")}"];
        if (screening.Seen.Find(ServiceQuantities.CallsWait) is not { Value: false })
        {
            notAsked.Add("whether calls at once wait for each other");
        }

        return Stops(screening.Seen) is { } stops ? $"So far {what}; but {stops}."
            : notAsked.Count > 0 ? $"So far {what}; not asked: {string.Join(", and ", notAsked)}."
            : $"Healthy: {what}, at up to {FigureText.Whole(screening.Seen.Value(ServiceQuantities.BurstCalls))} calls at once.";
    }

    // A server that stops and has no cause is not healthy, whatever its calls between the stops take.
    private static string? Stops(Evidence seen)
    {
        var count = (seen.Find(BehaviourQuantities.IdleStops)?.Value ?? 0) + (seen.Find(BehaviourQuantities.LoadedStops)?.Value ?? 0);
        var share = Math.Max(seen.Find(BehaviourQuantities.IdleStopShare)?.Value ?? 0,
            seen.Find(BehaviourQuantities.LoadedStopShare)?.Value ?? 0);
        return share < Screening.MinShare ? null
            : $"{BehaviourQuantities.Stopped(seen, count)}, {Percent(share)} of the time that it was watched: "
                + "'fathom doctor --pid PID' on the server says what its process does then";
    }

    /// <summary>Where the time of a call goes: parts that add up to it.</summary>
    public static IReadOnlyList<TimePart> Parts(Evidence seen)
    {
        if (seen.Is(HangQuantities.Hangs) || Read(seen) is not { } clocks)
        {
            return [];
        }

        // Each clock contains the one before; noise may turn two of them round, and the shorter part is then 0.
        var (tcp, ping) = (Math.Min(clocks.Tcp, clocks.Call), Math.Min(clocks.Ping, clocks.Call));
        var upToPing = Math.Max(tcp, ping);
        var upToNoOp = Math.Clamp(clocks.NoOp, upToPing, Math.Max(upToPing, clocks.Call));
        TimePart Part(string what, double ms) => new(what, Math.Round(ms, 4));
        return
        [
            Part("the network: TCP's round trip", tcp),
            Part("PING beyond TCP: a proxy on the way, or a server short of threads", upToPing - tcp),
            Part("the library and middleware (interceptors, authentication, logging): a no-op call beyond PING", upToNoOp - upToPing),
            .. Own(Math.Max(0, clocks.Call - upToNoOp)),
        ];

        IEnumerable<TimePart> Own(double own) => LargeTransfer.TransferShare(seen) is > 0 and var share
            ?
            [
                Part("the method itself, until the first byte of its reply", own - Math.Min(own, share * clocks.Call)),
                Part("the reply on its way, from its first to its last byte", Math.Min(own, share * clocks.Call)),
            ]
            : [Part("the method itself, and its messages: the call beyond a no-op call", own)];
    }

    /// <summary>The same as sentences.</summary>
    public static IReadOnlyList<string> Time(Evidence seen) => seen.Is(HangQuantities.Hangs) ? HangText.Time(seen)
        : Read(seen) is not { } clocks ? [] :
    [
        $"A call takes {FigureText.Duration(clocks.Call)}, one at a time on an idle connection (median).",
        .. Parts(seen).Select(p => $"{FigureText.Duration(p.Ms)} ({Percent(p.Ms / clocks.Call)}): {p.Part}."),
        .. seen.Find(ServiceQuantities.TcpTime) is not { Value: var tcp } ? []
            : (string[])[$"A new connection costs {FigureText.Duration(ConnectMs(seen, tcp))} more."],
        .. seen.Find(ServerQuantities.WhileOne) is not { Value: var one } ? []
            : (string[])[$"While a call is served, the server's process {one}."],
        .. seen.Find(ServerQuantities.CodeWhileOne) is not { Value: var code } ? [] : (string[])[$"Its code {code}."],
        .. seen.Find(ServerQuantities.WhileAtOnce) is not { Value: var many } ? []
            : (string[])[$"While {FigureText.Whole(seen.Value(ServiceQuantities.BurstCalls))} calls at once are, it {many}."],
        .. seen.Find(ServerQuantities.CodeWhileAtOnce) is not { Value: var codeOfMany } ? []
            : (string[])[$"Its code {codeOfMany} then."],
    ];

    /// <summary>What probes from outside cannot see.</summary>
    public static IEnumerable<string> NotVisible(Evidence seen)
    {
        if (seen.Find(ServiceQuantities.TcpTime) is { Value: var tcp })
        {
            yield return "channel-per-call: whether your program opens a connection for each call is not visible from outside. Each would "
                + $"cost {FigureText.Duration(ConnectMs(seen, tcp))} more; 'fathom doctor -- COMMAND' counts them.";
        }
    }

    private static double ConnectMs(Evidence seen, double tcp) => tcp + new[]
    {
        ServiceQuantities.ResolveTime, ServiceQuantities.TlsTime, ServiceQuantities.SettingsTime,
    }.Sum(q => seen.Find(q)?.Value ?? 0);

    // What a healthy call is bound by.
    private static string Bound(Evidence seen)
    {
        if (Read(seen) is not { } clocks)
        {
            return "";
        }

        var roundTrip = Math.Max(clocks.Tcp, clocks.Ping);
        return roundTrip >= Screening.Most * clocks.Call && roundTrip >= 1
            ? $"A call takes {FigureText.Duration(clocks.Call)}: it is bound by the round trip of {FigureText.Duration(roundTrip)}."
            : LargeTransfer.TransferShare(seen) >= Screening.Most
                ? $"A call takes {FigureText.Duration(clocks.Call)}: its reply comes for "
                    + $"{Percent(LargeTransfer.TransferShare(seen))} of it, over a round trip of {FigureText.Duration(roundTrip)}."
            : seen.Find(PathQuantities.MovedTime) is { Value: var moved } && moved >= Screening.Most * clocks.Call
                ? $"A call takes {FigureText.Duration(clocks.Call)}: its messages are on their way for {FigureText.Duration(moved)}."
            : clocks.Call - clocks.NoOp >= Screening.Most * clocks.Call
                ? $"A call takes {FigureText.Duration(clocks.Call)}, most of it in the method itself."
            : $"A call takes {FigureText.Duration(clocks.Call)}, as much as one to a method that does not exist takes, but for "
                + $"{FigureText.Duration(Math.Max(0, clocks.Call - clocks.NoOp))}.";
    }

    private static (double Tcp, double Ping, double NoOp, double Call)? Read(Evidence seen) =>
        seen.Find(ServiceQuantities.CallTime) is { Value: > 0 and var call }
        && seen.Find(ServiceQuantities.NoOpTime) is { Value: var noOp }
        && seen.Find(ServiceQuantities.TcpRoundTrip) is { Value: var tcp }
            ? (tcp, seen.Find(ServiceQuantities.PingTime)?.Value ?? tcp, noOp, call) : null;
}
