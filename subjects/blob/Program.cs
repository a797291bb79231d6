using Fathom.Subjects.Blob;
using Fathom.Subjects.Protocol;
using Microsoft.AspNetCore.Connections;

BlobArguments arguments;
try
{
    arguments = BlobArguments.Parse(args);
}
catch (FormatException e)
{
    Console.Error.WriteLine(e.Message);
    return 2;
}

if (arguments.Host is "httpsys" or "httpsys-buffered" && !OperatingSystem.IsWindows())
{
    Console.Error.WriteLine(
        $"--host {arguments.Host} is HTTP.sys, a part of Windows, and this is not Windows; --host httpsys-model behaves as it does on "
            + $"Linux.");
    return 3;
}

if (arguments.Host == "httpsys-model" && !OperatingSystem.IsLinux())
{
    Console.Error.WriteLine(
        "--host httpsys-model asks Linux for acknowledgements, and this is not Linux; --host kestrel serves everywhere, --host httpsys "
            + "on Windows.");
    return 3;
}

try
{
    var protocol = SubjectProtocol.OfThisProcess();
    await using var host = await BlobHost.StartAsync(arguments);
    await ServerSubject.FollowAsync(protocol, host.Address, null, () => host.Wire);
    return 0;
}
catch (IOException e) when (e.InnerException is AddressInUseException)
{
    Console.Error.WriteLine($"{e.Message} End what listens there, or give another --port (0 takes a free one).");
    return 3;
}
catch (Exception e) when (OperatingSystem.IsWindows() && HttpSysServer.Explain(e, arguments) is not null)
{
    Console.Error.WriteLine(HttpSysServer.Explain(e, arguments));
    return 3;
}
catch (Exception e) when (e is IOException or UnauthorizedAccessException)
{
    Console.Error.WriteLine(e.Message);
    return 3;
}
