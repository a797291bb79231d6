namespace Fathom.Wire.Http2;

/// <summary>Settings and limits of one side of a connection. The defaults are Kestrel's.</summary>
public sealed record Http2Options
{
    /// <summary>The default options.</summary>
    public static Http2Options Default { get; } = new();

    /// <summary>Maximum number of concurrent streams of a client; a server refuses further ones with REFUSED_STREAM. Default 100.</summary>
    public int MaxConcurrentStreams { get; init; } = 100;

    /// <summary>Initial receive window of a stream, in bytes, 0 to 2^31-1. Announced as SETTINGS_INITIAL_WINDOW_SIZE. Default 768
    /// KiB.</summary>
    public int InitialStreamWindow { get; init; } = 768 * 1024;

    /// <summary>Receive window of the connection, in bytes, 65,535 to 2^31-1. Default 1 MiB.</summary>
    public int ConnectionWindow { get; init; } = 1024 * 1024;

    /// <summary>Maximum size of a received frame, in bytes, 16,384 to 16,777,215. Announced as SETTINGS_MAX_FRAME_SIZE. Default 16
    /// KiB.</summary>
    public int MaxFrameSize { get; init; } = SettingsPayload.SmallestMaxFrameSize;

    /// <summary>Maximum size of the dynamic table for encoding, in bytes. The peer can reduce it. Default 4 KiB.</summary>
    public int EncoderTableSize { get; init; } = 4096;

    /// <summary>Number of buffered output bytes at which no more DATA is accepted until some are sent. Default 128 KiB.</summary>
    public int MaxBufferedOutput { get; init; } = 128 * 1024;

    /// <summary>Number of streams that a client opens before the server's SETTINGS arrive. Default 100, the minimum that RFC 9113
    /// recommends servers to allow.</summary>
    public int AssumedMaxConcurrentStreams { get; init; } = 100;

    /// <summary>Returns the padding of the next DATA frame, in bytes, 0 to 255, or a negative value for none (RFC 9113 section 6.1). The
    /// windows can reduce it. Null, as in all products, for no padding. Only simulations set it, because other implementations
    /// pad.</summary>
    internal Func<int>? DataPadding { get; init; }

    /// <summary>Limits on what the peer can do.</summary>
    public Http2Limits Limits { get; init; } = Http2Limits.Default;

    /// <summary>Validates the options.</summary>
    /// <exception cref="ArgumentOutOfRangeException">A value is outside its range. The message contains the option, the value and the
    /// accepted range.</exception>
    public void Validate()
    {
        Between(MaxConcurrentStreams, 0, int.MaxValue, nameof(MaxConcurrentStreams));
        Between(InitialStreamWindow, 0, int.MaxValue, nameof(InitialStreamWindow));
        Between(ConnectionWindow, FlowControl.FlowWindow.DefaultSize, int.MaxValue, nameof(ConnectionWindow));
        Between(MaxFrameSize, SettingsPayload.SmallestMaxFrameSize, SettingsPayload.LargestMaxFrameSize, nameof(MaxFrameSize));
        Between(EncoderTableSize, 0, int.MaxValue, nameof(EncoderTableSize));
        Between(MaxBufferedOutput, 1, int.MaxValue, nameof(MaxBufferedOutput));
        Between(AssumedMaxConcurrentStreams, 0, int.MaxValue, nameof(AssumedMaxConcurrentStreams));
        ArgumentNullException.ThrowIfNull(Limits);
    }

    private static void Between(int value, int least, int most, string name)
    {
        if (value < least || value > most)
        {
            throw new ArgumentOutOfRangeException(name, value, $"{name} is {value}; accepted: {least} to {most}.");
        }
    }
}
