using System.Buffers.Binary;
using Fathom.Wire.Http2.Framing;

namespace Fathom.Tests.Wire.Http2.Simulation;

/// <summary>
/// Reads a byte stream of frames past one point and adds up what flow control counts. Two of them, where an engine writes and where the
/// other has received, tell what is in between.
/// </summary>
internal sealed class FrameMeter(int prefaceBytes)
{
    private readonly byte[] _header = new byte[FrameHeader.Size + 4];
    private readonly StreamTotals _data = new();
    private readonly StreamTotals _updates = new();
    private int _skip = prefaceBytes;
    private int _headerLength;
    private int _payloadLeft;
    private FrameHeader _frame;

    /// <summary>Bytes taken.</summary>
    public long Total { get; private set; }

    /// <summary>Bytes of DATA in whole frames.</summary>
    public long ConnectionData { get; private set; }

    /// <summary>Increments for the connection.</summary>
    public long ConnectionUpdates { get; private set; }

    public int SettingsAcks { get; private set; }

    public int Continuations { get; private set; }

    public int PaddedFrames { get; private set; }

    public long Data(int streamId) => _data[streamId];

    public long Updates(int streamId) => _updates[streamId];

    public void Take(ReadOnlySpan<byte> bytes)
    {
        Total += bytes.Length;
        while (bytes.Length > 0)
        {
            if (_skip > 0)
            {
                bytes = Skip(bytes, ref _skip);
                continue;
            }

            if (_payloadLeft > 0)
            {
                Payload(ref bytes);
                continue;
            }

            var taken = Math.Min(bytes.Length, FrameHeader.Size - _headerLength);
            bytes[..taken].CopyTo(_header.AsSpan(_headerLength));
            _headerLength += taken;
            bytes = bytes[taken..];
            if (_headerLength == FrameHeader.Size)
            {
                _frame = FrameHeader.Read(_header);
                _payloadLeft = _frame.Length;
                if (_payloadLeft == 0)
                {
                    Whole();
                }
            }
        }
    }

    private static ReadOnlySpan<byte> Skip(ReadOnlySpan<byte> bytes, ref int count)
    {
        var taken = Math.Min(bytes.Length, count);
        count -= taken;
        return bytes[taken..];
    }

    private void Payload(ref ReadOnlySpan<byte> bytes)
    {
        // The first four bytes are kept: an increment.
        for (; _headerLength < _header.Length && _payloadLeft > 0 && bytes.Length > 0; bytes = bytes[1..], _payloadLeft--)
        {
            _header[_headerLength++] = bytes[0];
        }

        bytes = Skip(bytes, ref _payloadLeft);
        if (_payloadLeft == 0)
        {
            Whole();
        }
    }

    private void Whole()
    {
        _headerLength = 0;
        switch (_frame.Type)
        {
            case Http2FrameType.Data:
                ConnectionData += _frame.Length;
                PaddedFrames += _frame.Has(FrameFlag.Padded) ? 1 : 0;
                _data.Add(_frame.StreamId, _frame.Length);
                break;
            case Http2FrameType.WindowUpdate:
                var increment = (long)BinaryPrimitives.ReadUInt32BigEndian(_header.AsSpan(FrameHeader.Size));
                ConnectionUpdates += _frame.StreamId == 0 ? increment : 0;
                _updates.Add(_frame.StreamId, increment);
                break;
            case Http2FrameType.Settings when _frame.Has(FrameFlag.Ack):
                SettingsAcks++;
                break;
            case Http2FrameType.Continuation:
                Continuations++;
                break;
            default:
                break;
        }
    }
}
