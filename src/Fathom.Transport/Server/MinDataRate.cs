namespace Fathom.Transport.Server;

/// <summary>The rate below which a client is too slow, with the meaning of Kestrel's type of the same name: bytes are expected at this rate
/// while the host waits for the client, after a grace period.</summary>
public sealed record MinDataRate
{
    /// <summary>Creates a rate.</summary>
    /// <param name="bytesPerSecond">Bytes per second, above 0.</param>
    /// <param name="gracePeriod">How long the client may stay below the rate; more than a second, since rates are checked once a
    /// second.</param>
    /// <exception cref="ArgumentOutOfRangeException">A value is outside its range.</exception>
    public MinDataRate(double bytesPerSecond, TimeSpan gracePeriod)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(bytesPerSecond);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(gracePeriod, TimeSpan.FromSeconds(1));
        (BytesPerSecond, GracePeriod) = (bytesPerSecond, gracePeriod);
    }

    /// <summary>Bytes per second.</summary>
    public double BytesPerSecond { get; }

    /// <summary>How long the client may stay below the rate.</summary>
    public TimeSpan GracePeriod { get; }
}
