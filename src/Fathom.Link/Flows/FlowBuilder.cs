using Fathom.Link.Packets;

namespace Fathom.Link.Flows;

/// <summary>One connection while its packets are read: the views of both ends, of which the one that sent more data is kept. Owned by
/// <see cref="FlowReader"/>.</summary>
internal sealed class FlowBuilder(long began)
{
    private readonly SenderView _near = new(began);
    private readonly SenderView _far = new(began);

    /// <summary>Whether either end has sent data.</summary>
    public bool HasData => _near.Bytes > 0 || _far.Bytes > 0;

    /// <summary>Adds a packet, as one end's device saw it.</summary>
    public void Add(bool atFarEnd, bool sent, long time, TcpSegment segment)
    {
        var view = atFarEnd ? _far : _near;
        if (sent)
        {
            view.Send(time, segment);
        }
        else
        {
            view.Receive(time, segment);
        }
    }

    public TcpFlow Build() => _far.Bytes > _near.Bytes ? _far.Build(true) : _near.Build(false);
}
