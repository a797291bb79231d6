namespace Fathom.Tests.Transport.Compression.Simulation;

/// <summary>The mean and the deviation of round trips (RFC 6298, sections 2.2 and 2.3). Times in seconds.</summary>
/// <param name="shortest">The shortest round trip of the line.</param>
internal sealed class RoundTripEstimate(double shortest)
{
    private double _meanBeyond;
    private double _deviation = shortest / 2;

    /// <summary>How long an acknowledgement may take.</summary>
    public TimeSpan Timeout => TimeSpan.FromSeconds(shortest + _meanBeyond + (4 * _deviation));

    /// <summary>Counts a round trip by what it took beyond the shortest.</summary>
    public void Add(double beyondShortest)
    {
        var off = beyondShortest - _meanBeyond;
        _deviation += (Math.Abs(off) - _deviation) / 4;
        _meanBeyond += off / 8;
    }
}
