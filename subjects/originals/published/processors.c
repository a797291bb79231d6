/* Makes a process see FATHOM_PROCESSORS processors: .NET Core 3.1 does not read DOTNET_PROCESSOR_COUNT, and asks the system by these two functions. Preloaded. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int processors(void)
{
    const char *text = getenv("FATHOM_PROCESSORS");
    return text == NULL ? 0 : atoi(text);
}

int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set)
{
    int count = processors();
    if (count <= 0)
    {
        int (*real)(pid_t, size_t, cpu_set_t *) = dlsym(RTLD_NEXT, "sched_getaffinity");
        return real(process, size, set);
    }

    memset(set, 0, size);
    for (int i = 0; i < count && i < (int)size * 8; i++)
    {
        CPU_SET_S(i, size, set);
    }

    return 0;
}

long sysconf(int name)
{
    int count = processors();
    if (count > 0 && (name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF))
    {
        return count;
    }

    long (*real)(int) = dlsym(RTLD_NEXT, "sysconf");
    return real(name);
}
