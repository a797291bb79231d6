namespace Fathom.Wire.Http2;

/// <summary>Sizes of the two windows of a stream opened now, in bytes. Owned by <see cref="SettingsExchange"/>, read by who opens
/// streams.</summary>
internal sealed class StreamWindows
{
    public int Send { get; set; } = FlowControl.FlowWindow.DefaultSize;

    public int Receive { get; set; } = FlowControl.FlowWindow.DefaultSize;
}
