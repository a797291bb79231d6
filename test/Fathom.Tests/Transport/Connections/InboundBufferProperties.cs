using System.Buffers;
using System.Buffers.Binary;
using Fathom.Transport.Connections;
using Fathom.Wire.Grpc;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Transport.Connections;

/// <summary>Bytes that come, are lent, read and credited, in any order.</summary>
public sealed class InboundBufferProperties
{
    private enum Kind
    {
        Append,
        Consume,
        AppendWhileLent,
        CreditAll,
        Release,
    }

    [Fact]
    public void What_is_read_is_what_came_and_every_byte_is_credited_once()
    {
        Prop.ForAll<(Kind Kind, ushort Size)[]>(steps => Agrees(steps, ownFrom: int.MaxValue)).QuickCheckThrowOnFailure();
    }

    [Fact]
    public void Where_messages_have_memory_of_their_own_what_is_read_is_what_came_too()
    {
        Prop.ForAll<(Kind Kind, ushort Size)[]>(steps => Agrees(steps, ownFrom: 1)).QuickCheckThrowOnFailure();
    }

    private static void Agrees((Kind Kind, ushort Size)[] steps, int ownFrom)
    {
        var buffer = new InboundBuffer { DedicatedThreshold = ownFrom };
        var random = new Random(1);
        List<byte> expected = [];
        var (appended, credited, gone) = (0L, 0L, 0L);

        void Append(int size)
        {
            var bytes = new byte[size];
            random.NextBytes(bytes);
            if (ownFrom < int.MaxValue && size >= MessagePrefix.Size)
            {
                // A claim that what comes next may meet, or not.
                bytes[0] = 0;
                BinaryPrimitives.WriteInt32BigEndian(bytes.AsSpan(1), random.Next(2 * size));
            }

            buffer.Append(bytes);
            expected.AddRange(bytes);
            appended += size;
        }

        foreach (var (kind, size) in steps)
        {
            switch (kind)
            {
                case Kind.Append:
                    Append(size);
                    break;
                case Kind.CreditAll:
                    credited += buffer.CreditAll();
                    credited.ShouldBe(appended);
                    break;
                case Kind.Release:
                    credited += buffer.Release();
                    credited.ShouldBe(appended);
                    gone += expected.Count;
                    expected.Clear();
                    break;
                default:
                    var lent = buffer.Read();
                    var seen = expected.ToArray();
                    if (kind == Kind.AppendWhileLent)
                    {
                        Append(size);
                    }

                    lent.ToArray().ShouldBe(seen);
                    var consumed = Math.Min(size, seen.Length);
                    credited += buffer.Advance(consumed);
                    expected.RemoveRange(0, consumed);
                    gone += consumed;
                    break;
            }

            buffer.Length.ShouldBe(expected.Count);
            credited.ShouldBeInRange(gone, appended);
        }
    }
}
