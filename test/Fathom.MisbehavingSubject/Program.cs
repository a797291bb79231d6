// A subject that does what its argument says, to see how the runner handles it.
// Written without Fathom.SubjectProtocol on purpose: it is the protocol as a foreign subject would implement it.
const string Ready = """{"fathom":"ready","address":"http://127.0.0.1:1"}""";
const string Figures =
    """{"fathom":"figures","values":{"calls":2,"wall_ms":12.5,"cpu_us":40},"errors":{"UNAVAILABLE":1},"latency_us":[[100,1],[200,1]], """
    + """ "series":[{"name":"threads","unit":"threads","points":[[0,2],[5,3]]}]}""";
const string Manifest =
    """{"name":"misbehaving","text":"Misbehaves.","roles":["server","client"], """
    + """ "workloads":[{"name":"count","text":"Counts.","fields":[]}]}""";

switch (args[0])
{
    case "--describe":
        Console.WriteLine(Manifest);
        return 0;
    case "dies":
        Console.Error.WriteLine("port 80 is taken");
        return 3;
    case "dies-in-the-run":
        Console.WriteLine(Ready);
        Console.ReadLine();
        Console.Error.WriteLine("out of luck");
        return 134;
    case "names-its-folder":
        Console.Error.WriteLine($"cannot read '{AppContext.BaseDirectory}secret.pem' nor /home/somebody/key.pem");
        return 3;
    case "crashes":
        // As an unhandled exception of a foreign program, which was built on another machine.
        Console.Error.WriteLine("Unhandled exception. System.IO.IOException: disk full:/home/somebody/data.bin");
        Console.Error.WriteLine("   at Server.Program.Main() in /home/somebody/My Projects/server/Program.cs:line 12");
        Console.Error.WriteLine(@"   at Server.Store.Add(String key) in C:\Users\Some Body\source\server\Store.cs:line 7");
        Console.Error.WriteLine("  File \"/home/somebody/My Projects/tool.py\", line 3, in <module>");
        Console.Error.WriteLine($"{new string('x', 470)} /home/somebody/a-folder-that-is-cut-in-half/key.pem");
        throw new InvalidOperationException($"cannot open '{AppContext.BaseDirectory}store.db'");
    case "endless-line":
        while (true)
        {
            Console.Write(new string('x', 64 * 1024));
        }

    case "endless-error":
        while (true)
        {
            Console.Error.Write(new string('x', 64 * 1024));
        }

    case "leaves-a-child-with-its-output":
        return LeaveChild("sleep 100 & echo child $! >&2");
    case "leaves-a-child-with-its-standard-error":
        return LeaveChild("sleep 100 > /dev/null & echo child $! >&2");
    case "nonsense":
        Console.WriteLine("Now listening on: http://127.0.0.1:5000");
        break;
    case "wrong-reply":
        Console.WriteLine("""{"fathom":"begun"}""");
        break;
    case "not-a-number":
        Console.WriteLine(Ready);
        Console.ReadLine();
        Console.WriteLine("""{"fathom":"figures","values":{"calls":"many"}}""");
        break;
    case "infinite":
        Console.WriteLine(Ready);
        Console.ReadLine();
        Console.WriteLine("""{"fathom":"figures","values":{"calls":1e999}}""");
        break;
    case "gives-up":
        Console.WriteLine("""{"fathom":"failed","message":"no certificate to be had"}""");
        break;
    case "hangs":
        Thread.Sleep(Timeout.Infinite);
        break;
    case "hangs-in-the-run":
        Console.Error.WriteLine("thinking");
        Console.WriteLine(Ready);
        Console.ReadLine();
        Thread.Sleep(Timeout.Infinite);
        break;
    case "deaf":
        // Behaves, but does not end when standard input does.
        Console.WriteLine(Ready);
        Console.ReadLine();
        Console.WriteLine("""{"fathom":"begun"}""");
        Console.ReadLine();
        Console.WriteLine(Figures);
        Thread.Sleep(Timeout.Infinite);
        break;
    case "server":
        Console.WriteLine(Ready);
        while (Console.ReadLine() is { } command)
        {
            Console.WriteLine(command == "begin" ? """{"fathom":"begun"}""" : Figures);
        }

        return 0;
    case "client":
        Console.WriteLine(Ready);
        while (Console.ReadLine() is { } command)
        {
            // Commands are written to standard error for tests that look at them.
            Console.Error.WriteLine(command);
            Console.WriteLine(command.StartsWith("warm ", StringComparison.Ordinal) ? """{"fathom":"warm"}"""
                : command.Contains("\"target\":\"http://127.0.0.1:1\"", StringComparison.Ordinal) ? Figures
                : """{"fathom":"failed","message":"no target"}""");
        }

        return 0;
}

Console.ReadLine();
return 0;

// The child inherits what is not redirected, and lives on.
static int LeaveChild(string command)
{
    using var shell = System.Diagnostics.Process.Start("/bin/sh", ["-c", command]);
    shell.WaitForExit();
    return 3;
}
