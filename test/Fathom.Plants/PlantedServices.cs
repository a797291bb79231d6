using System.IO.Compression;
using System.Security.Cryptography;
using Google.Protobuf;
using Grpc.Core;
using Grpc.Net.Compression;

namespace Fathom.Plants;

/// <summary>Services with one known cause of slowness each, and healthy ones, by name.</summary>
internal static class PlantedServices
{
    private const int LargeReply = 1 << 20;
    private const int HugeReply = 8 << 20;
    private const int MediumReply = 1 << 18;

    /// <summary>All of them.</summary>
    public static IReadOnlyDictionary<string, Func<PlantServer>> All { get; } = new Dictionary<string, Func<PlantServer>>
    {
        ["fast"] = () => new(new(() => Task.CompletedTask)),
        ["waiting"] = () => new(new(() => Task.Delay(100))),
        ["large"] = () => new(new(() => Task.CompletedTask) { Reply = Random(LargeReply) }),
        ["medium"] = () => new(new(() => Task.CompletedTask) { Reply = Random(MediumReply) }),
        ["small-window"] = () => new(new(() => Task.CompletedTask))
        {
            Kestrel = k => (k.Limits.Http2.InitialStreamWindowSize, k.Limits.Http2.InitialConnectionWindowSize) = (65_535, 65_535),
        },
        ["limited"] = () => new(new(() => Task.Delay(50))) { Kestrel = k => k.Limits.Http2.MaxStreamsPerConnection = 8 },
        ["serialised"] = Serialised,
        ["locked"] = Locked,
        ["starved"] = () => new(new(() =>
        {
            Thread.Sleep(200);
            return Task.CompletedTask;
        })),
        ["code-first-blocking"] = () => new(new(() =>
        {
            // The plant: the result of a task, waited for.
            Task.Delay(200).Wait();
            return Task.CompletedTask;
        })) { IsCodeFirst = true },
        ["blocking-briefly"] = () => new(new(() =>
        {
            Task.Delay(50).Wait();
            return Task.CompletedTask;
        })),
        ["gzip"] = () => new(new(() => Task.CompletedTask) { Reply = Random(LargeReply) })
        {
            Grpc = grpc =>
            {
                grpc.ResponseCompressionAlgorithm = "gzip";
                grpc.CompressionProviders = [new GzipCompressionProvider(CompressionLevel.Optimal)];
            },
        },
        ["nagle"] = () => new(new(() => Task.Delay(1)) { Reply = Random(100), Messages = 3 }) { Sockets = s => s.NoDelay = false },
        ["cold"] = Cold,
        ["failing"] = () => new(new(() => throw new RpcException(new Status(StatusCode.InvalidArgument, "no item")))),
        ["limiting"] = Limiting,
        ["polling"] = () => new(new(new PollingWorker().DoAsync)),
        ["idle-closing"] = () => new(new(() => Task.CompletedTask))
        {
            Kestrel = k => k.Limits.KeepAliveTimeout = TimeSpan.FromSeconds(3),
        },
        ["chatty-stream"] = () => new(new(() => Task.CompletedTask) { Reply = Random(100), Messages = 2_000 }),
        ["huge"] = () => new(new(() => Task.CompletedTask) { MakeReply = () => ByteString.CopyFrom(new byte[HugeReply]) })
        {
            Grpc = grpc => grpc.MaxSendMessageSize = null,
        },
        ["inspected"] = () => new(new(() => Task.CompletedTask)) { RequestTakes = TimeSpan.FromMilliseconds(1) },
        ["passed-on"] = () => new(new(() => Task.CompletedTask)) { RequestTakes = TimeSpan.Zero },
        // It waits for ever with the rest of its request unread.
        ["unread"] = () => new(new(() => Task.Delay(Timeout.Infinite))),
        ["collecting"] = CollectingOften,
        ["computing"] = () => new(new(() =>
        {
            GC.KeepAlive(Working.Compute(1, steps: 20_000_000));
            return Task.CompletedTask;
        })),
        ["computing-briefly"] = () => new(new(() =>
        {
            GC.KeepAlive(Working.Compute(1, steps: 4_000_000));
            return Task.CompletedTask;
        })),
        ["computing-locked"] = ComputingLocked,
        ["spinning"] = Spinning,
        ["logged"] = () => new(new(() => Task.CompletedTask)) { CallTakes = TimeSpan.FromMilliseconds(9) },
        ["limited-for-all"] = () => new(new(() => Task.Delay(50))) { CallsAtATime = 4 },
        ["failing-at-times"] = FailingAtTimes,
        ["hanging-at-times"] = HangingAtTimes,
        ["watched"] = () => new(new(() => Task.Delay(20)) { Reply = Random(100), Messages = int.MaxValue }),
        ["tls"] = () => new(new(() => Task.CompletedTask)) { CertificateTakes = TimeSpan.Zero },
        ["slow-handshake"] = () => new(new(() => Task.CompletedTask)) { CertificateTakes = TimeSpan.FromMilliseconds(400) },
    };

    // Behind it an answer is lost after a while.
    private static PlantServer HangingAtTimes()
    {
        var calls = 0;
        return new(new(() => Task.Delay(Interlocked.Increment(ref calls) == 150 ? Timeout.Infinite : 1)));
    }

    private static PlantServer Serialised()
    {
        var gate = new SemaphoreSlim(1);
        return new(new(async () =>
        {
            await gate.WaitAsync();
            try
            {
                await Task.Delay(20);
            }
            finally
            {
                gate.Release();
            }
        }));
    }

    // The same queue, which holds a thread of the pool for each call in it.
    private static PlantServer Locked()
    {
        var gate = new Lock();
        return new(new(() =>
        {
            lock (gate)
            {
                Thread.Sleep(20);
            }

            return Task.CompletedTask;
        }));
    }

    // A lock within which the calls compute: the processor that they leave idle tells it from busy ones.
    private static PlantServer ComputingLocked()
    {
        var gate = new Lock();
        return new(new(() =>
        {
            lock (gate)
            {
                GC.KeepAlive(Working.Compute(1, steps: 6_000_000));
            }

            return Task.CompletedTask;
        }));
    }

    // The same queue, in which who waits keeps a processor busy.
    private static PlantServer Spinning()
    {
        var taken = 0;
        return new(new(() =>
        {
            while (Interlocked.Exchange(ref taken, 1) == 1)
            {
                Thread.SpinWait(100);
            }

            GC.KeepAlive(Working.Compute(1, steps: 20_000_000));
            Volatile.Write(ref taken, 0);
            return Task.CompletedTask;
        }));
    }

    private static PlantServer Cold()
    {
        var prepared = new Lazy<bool>(() =>
        {
            Thread.Sleep(800);
            return true;
        });
        return new(new(() => prepared.Value ? Task.CompletedTask : Task.Delay(1)));
    }

    // A large heap, and a handler that has all of it collected now and then, to keep memory small.
    // A collection of half as many objects took 52 to 76 ms, and the doctor sees stops from 50 ms on.
    private static PlantServer CollectingOften()
    {
        var (heap, calls) = (Enumerable.Range(0, 6_000_000).Select(i => new object[] { i }).ToList(), 0);
        return new(new(() =>
        {
            if (Interlocked.Increment(ref calls) % 16 == 0)
            {
                GC.Collect();
            }

            GC.KeepAlive(heap);
            return Task.CompletedTask;
        }));
    }

    private static PlantServer FailingAtTimes()
    {
        var calls = 0;
        return new(new(() => Interlocked.Increment(ref calls) % 60 != 0 ? Task.Delay(20)
            : throw new RpcException(new Status(StatusCode.Unavailable, "no connection to the store"))));
    }

    private static PlantServer Limiting()
    {
        var calls = 0;
        return new(new(() => Interlocked.Increment(ref calls) <= 20 ? Task.CompletedTask
            : throw new RpcException(new Status(StatusCode.ResourceExhausted, "too many calls"))));
    }

    private static ByteString Random(int size) => UnsafeByteOperations.UnsafeWrap(RandomNumberGenerator.GetBytes(size));
}
