using System.Diagnostics;
using Fathom.StarvedPool;
using Fathom.Subjects.Echo;
using Fathom.Subjects.Hosts;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Transport.Server;
using Google.Protobuf;

if (args is ["descriptors", var address])
{
    return FewDescriptors.Run(new Uri(address));
}

// A process whose thread pool has two threads, both blocked for ever, calls a host in the same process: what ends here needs no thread of
// the pool. Prints one line per call: how it was made, how it ended, and after how many milliseconds.
ThreadPool.SetMinThreads(2, 2);
if (!ThreadPool.SetMaxThreads(2, 2))
{
    Console.Error.WriteLine("The pool cannot be limited to two threads; it cannot have fewer than there are processors.");
    return 3;
}

using var blocked = new CountdownEvent(2);
using var never = new ManualResetEvent(false);
for (var i = 0; i < 2; i++)
{
    ThreadPool.UnsafeQueueUserWorkItem(_ =>
    {
        blocked.Signal();
        never.WaitOne();
    }, null);
}

blocked.Wait();
foreach (var tls in new[] { false, true })
{
    using var certificate = EphemeralCertificate.Create();
    using var entered = new ManualResetEventSlim();
    var service = new ServiceBuilder(EchoMethods.Service).Unary(EchoMethods.Unary, async (request, context) =>
    {
        if (request.DelayMs > 0)
        {
            entered.Set();
            await Task.Delay(Timeout.Infinite, context.CancellationToken);
        }

        return new EchoReply { Payload = request.Payload };
    });
    var host = NativeHost.Start([service.Build()], new NativeHostOptions
    {
        Handlers = HandlerScheduling.EventLoop,
        Tls = tls ? new NativeHostTls { Certificate = certificate, ClientRoots = [certificate] } : null,
    });
    var options = new ChannelOptions
    {
        Address = host.Address,
        Tls = tls ? new ChannelTls { TrustedRoots = [certificate], ClientCertificate = certificate } : null,
    };
    var endless = new EchoRequest { DelayMs = 1 };
    Call("answered", new EchoRequest { Payload = ByteString.CopyFromUtf8("x") }, default);
    Call("deadline", endless, new CallOptions { Deadline = Deadline.After(TimeSpan.FromMilliseconds(100)) });

    entered.Reset();
    using var cancellation = new CancellationTokenSource();
    var thread = new Thread(() =>
    {
        entered.Wait();
        cancellation.Cancel();
    });
    thread.Start();
    Call("cancelled", endless, new CallOptions { CancellationToken = cancellation.Token });
    thread.Join();

    void Call(string kind, EchoRequest request, CallOptions call)
    {
        using var channel = new NativeChannel(options);
        var began = Stopwatch.GetTimestamp();
        string ended;
        try
        {
            ended = channel.Unary(EchoMethods.Unary, request, call).Payload.ToStringUtf8();
        }
        catch (RpcException e)
        {
            ended = e.StatusCode.ToString();
        }

        Console.WriteLine(
            $"{(tls ? "mutual TLS" : "plain")} {kind}: {ended} after {Stopwatch.GetElapsedTime(began).TotalMilliseconds:0} ms");
    }
}

// Whatever of the host waits for the pool would wait for ever.
Environment.Exit(0);
return 0;
