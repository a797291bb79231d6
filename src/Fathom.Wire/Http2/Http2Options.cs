namespace Fathom.Wire.Http2;

/// <summary>What one side of a connection offers. The defaults are Kestrel's, so that the host can be the only difference between two
/// trials.</summary>
public sealed record Http2Options
{
    /// <summary>Default options.</summary>
    public static Http2Options Default { get; } = new();

    /// <summary>Streams the client may have open at a time; a server refuses more with REFUSED_STREAM. Default 100.</summary>
    public int MaxConcurrentStreams { get; init; } = 100;

    /// <summary>Window of a new stream, in bytes, 0 to 2^31-1, announced as SETTINGS_INITIAL_WINDOW_SIZE. Default 786,432.</summary>
    public int InitialStreamWindow { get; init; } = 768 * 1024;

    /// <summary>Window of the connection, in bytes, 65,535 to 2^31-1. Default 1,048,576.</summary>
    public int ConnectionWindow { get; init; } = 1024 * 1024;

    /// <summary>Largest frame accepted, in bytes, 16,384 to 16,777,215, announced as SETTINGS_MAX_FRAME_SIZE. Default 16,384.</summary>
    public int MaxFrameSize { get; init; } = SettingsPayload.SmallestMaxFrameSize;

    /// <summary>Dynamic table used for encoding, in bytes, however much the peer allows. Default 4,096.</summary>
    public int EncoderTableSize { get; init; } = 4096;

    /// <summary>Bytes waiting to be sent beyond which no DATA is accepted until the transport has sent some. Default 131,072.</summary>
    public int MaxBufferedOutput { get; init; } = 128 * 1024;

    /// <summary>Streams a client opens before the server's SETTINGS arrive. Default 100, the least RFC 9113 recommends servers to
    /// allow.</summary>
    public int AssumedMaxConcurrentStreams { get; init; } = 100;

    /// <summary>What is borne from the peer.</summary>
    public Http2Limits Limits { get; init; } = Http2Limits.Default;

    /// <summary>Throws where a value is outside its range.</summary>
    /// <exception cref="ArgumentOutOfRangeException">Names the option, the value and what is accepted.</exception>
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
            throw new ArgumentOutOfRangeException(name, value, $"{name} is {value}; accepted is {least} to {most}.");
        }
    }
}
