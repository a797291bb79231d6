using Fathom.Lab.Observations;

namespace Fathom.Lab.Probes.Outside;

/// <summary>
/// Four clocks, one thing at a time on an idle connection: TCP's round trip, PING, a call to a method that does not exist, and the call.
/// Each contains the one before it, so that the differences say where a call's time goes.
/// </summary>
internal sealed class ClockProbe : IServiceProbe
{
    private const string Name = "clocks";
    private const int MostRounds = 20;
    private const int LeastRounds = 3;

    private static readonly TimeSpan Enough = TimeSpan.FromSeconds(4);

    /// <inheritdoc/>
    public string Asks(ProbeSession session) =>
        "Times PING, a call to a method that does not exist, and the call, one at a time: where does a call's time go?";

    /// <inheritdoc/>
    public async Task ObserveAsync(ProbeSession session, CancellationToken cancellation)
    {
        List<double> pings = [];
        List<double> noOps = [];
        List<double> calls = [];
        var connection = (await session.RentAsync(ProbeConnectionOptions.Default, 1, cancellation))[0];
        var answersPing = true;
        var began = session.Time.GetTimestamp();
        for (var i = 0; i < MostRounds && (i < LeastRounds || session.Time.GetElapsedTime(began) < Enough); i++)
        {
            // One PING between two calls, which no server counts as too many.
            answersPing = answersPing && await AddPingAsync(session, connection, pings, cancellation);

            noOps.Add(await TimeAsync(session, connection, isNoOp: true, cancellation));
            calls.Add(await TimeAsync(session, connection, isNoOp: false, cancellation));
        }

        session.Observe(Name, ServiceQuantities.PingTime, pings);
        session.Observe(Name, ServiceQuantities.NoOpTime, noOps);
        session.Observe(Name, ServiceQuantities.CallTime, calls);
        var connect = session.Value(ServiceQuantities.TcpTime);
        session.Observe(Name, ServiceQuantities.TcpRoundTrip, Math.Min(connect, connection.RoundTripMilliseconds ?? connect));
    }

    private static async Task<bool> AddPingAsync(
        ProbeSession session, ProbeConnection connection, List<double> pings, CancellationToken cancellation)
    {
        if (await connection.PingAsync(cancellation) is not { } times)
        {
            return false;
        }

        pings.Add(session.Milliseconds(times.Sent, times.Acknowledged));
        return true;
    }

    private static async Task<double> TimeAsync(
        ProbeSession session, ProbeConnection connection, bool isNoOp, CancellationToken cancellation)
    {
        var call = await session.CallAsync(connection, isNoOp, cancellation);
        return session.Milliseconds(call.Asked, call.EndedAt);
    }
}
