using Fathom.Diagnosis.Experiments;
using Fathom.Diagnosis.Observations;

namespace Fathom.Doctor.Probes.Outside;

/// <summary>
/// Four clocks, one thing at a time on an idle connection: TCP's round trip, PING, a call to a method that does not exist, and the call.
/// Each contains the one before it, so that the differences say where a call's time goes.
/// </summary>
internal sealed class ClockProbe : IServiceProbe
{
    private const string Name = "clocks";
    private const int MaxRounds = 20;
    private const int MinRounds = 3;

    // One of ten calls takes longer: one that was disturbed is not looked at.
    private const double LongShare = 0.9;

    private static readonly TimeSpan Enough = TimeSpan.FromSeconds(4);

    /// <inheritdoc/>
    public string Describe(ProbeSession session) =>
        "Times PING, a call to a method that does not exist, and the call, one at a time: where does a call's time go?";

    /// <inheritdoc/>
    public async Task ObserveAsync(ProbeSession session, CancellationToken cancellation)
    {
        List<double> pings = [];
        List<double> noOps = [];
        List<double> calls = [];
        var roundTrip = double.MaxValue;
        var answersPing = true;
        var began = session.Time.GetTimestamp();
        for (var i = 0; i < MaxRounds && (i < MinRounds || session.Time.GetElapsedTime(began) < Enough); i++)
        {
            var connection = (await session.RentAsync(ProbeConnectionOptions.Default, 1, cancellation))[0];
            // One PING between two calls, which no server counts as too many.
            answersPing = answersPing && await AddPingAsync(session, connection, pings, cancellation);

            noOps.Add(await TimeAsync(session, connection, isNoOp: true, cancellation));
            calls.Add(await TimeAsync(session, connection, isNoOp: false, cancellation));
            roundTrip = Math.Min(roundTrip, connection.RoundTripMilliseconds ?? double.MaxValue);
        }

        session.Observe(Name, ServiceQuantities.PingTime, pings);
        session.Observe(Name, ServiceQuantities.NoOpTime, noOps);
        session.Observe(Name, ServiceQuantities.CallTime, calls);
        var nearLast = (int)Math.Ceiling(LongShare * (calls.Count - 1));
        session.Observe(Name, ServiceQuantities.LongCallTime, calls.Order().ElementAt(nearLast));
        session.Observe(Name, ServiceQuantities.TcpRoundTrip, Math.Min(session.Value(ServiceQuantities.TcpTime), roundTrip));
    }

    private static async Task<bool> AddPingAsync(
        ProbeSession session, ProbeConnection connection, List<double> pings, CancellationToken cancellation)
    {
        if (await connection.PingAsync(cancellation) is not { } times)
        {
            return connection.IsRetired;
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
