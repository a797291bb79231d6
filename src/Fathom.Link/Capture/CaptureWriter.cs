using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;

namespace Fathom.Link.Capture;

/// <summary>
/// Writes blocks of bytes to a file on a thread of its own, and lends the memory for them. One other thread rents and hands over; it never
/// waits. Disposing it writes what was handed over.
/// </summary>
internal sealed class CaptureWriter : IDisposable
{
    /// <summary>The size of a rented block.</summary>
    public const int BlockBytes = 1 << 20;

    // 8 MiB in one flight are 16 MiB at two interfaces, and a disk may stall for longer: up to 64 blocks are allocated.
    private const int Blocks = 8;
    private const int MaxBlocks = 64;

    private readonly FileStream _file;
    private readonly Thread _thread;
    private readonly BlockingCollection<(byte[] Bytes, int Length)> _full = [];
    private readonly ConcurrentQueue<byte[]> _free = new();
    private int _made = Blocks;

    /// <param name="path">Path of the file; an existing file is replaced.</param>
    public CaptureWriter(string path)
    {
        _file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read, bufferSize: 0);
        for (var i = 0; i < Blocks; i++)
        {
            _free.Enqueue(new byte[BlockBytes]);
        }

        _thread = new Thread(WriteAll) { IsBackground = true, Name = "fathom-capture" };
        _thread.Start();
    }

    /// <summary>The write error, or null. After it nothing more is written.</summary>
    public Exception? Fault { get; private set; }

    /// <summary>Rents a block; false where the disk is too slow and all are waiting for it.</summary>
    public bool TryRent([NotNullWhen(true)] out byte[]? block)
    {
        if (!_free.TryDequeue(out block) && _made < MaxBlocks)
        {
            _made++;
            block = GC.AllocateUninitializedArray<byte>(BlockBytes);
        }

        return block is not null;
    }

    /// <summary>Hands bytes over. A rented block is rented again once it is written.</summary>
    public void Write(byte[] bytes, int length) => _full.Add((bytes, length));

    public void Dispose()
    {
        _full.CompleteAdding();
        _thread.Join();
        _file.Dispose();
        _full.Dispose();
    }

    private void WriteAll()
    {
        foreach (var (bytes, length) in _full.GetConsumingEnumerable())
        {
            try
            {
                if (Fault is null)
                {
                    _file.Write(bytes, 0, length);
                }
            }
            catch (IOException e)
            {
                Fault = e;
            }

            if (bytes.Length == BlockBytes)
            {
                _free.Enqueue(bytes);
            }
        }
    }
}
